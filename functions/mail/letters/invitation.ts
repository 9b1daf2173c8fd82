import type { MailContents, MailNames } from '../render-mail.ts'

export const invitationMail = ({ name, tenant, inviter }: MailNames): MailContents => ({
  subject: `${inviter} invited you to ${tenant}`,
  preview: `Join ${tenant} on Carelane.`,
  heading: `Hello ${name}`,
  paragraphs: [
    `${inviter} invited you to join ${tenant} on Carelane. If you have no account yet, you choose a password there.`,
  ],
  button: 'Open the invitation',
  fineprint: 'The link works once, for 7 days. If you did not expect this invitation, you can ignore it.',
})
