import type { Facts, Letter } from './render-mail.ts'

export const invitation = ({ name, tenant, inviter }: Facts): Letter => ({
  subject: `${inviter} invited you to ${tenant}`,
  preview: `Set up your account for ${tenant} on Carelane.`,
  heading: `Hello ${name}`,
  paragraphs: [`${inviter} invited you to join ${tenant} on Carelane. Choose a password, and your account is set up.`],
  button: 'Set up your account',
  fineprint: 'The link works once, for 7 days. If you did not expect this invitation, you can ignore it.',
})
