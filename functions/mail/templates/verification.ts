import type { Facts, Letter } from './render-mail.ts'

export const verification = ({ name, tenant }: Facts): Letter => ({
  subject: 'Verify your email address',
  preview: `One step left to sign in to ${tenant}.`,
  heading: `Hello ${name}`,
  paragraphs: [`Please confirm that this is your email address. Then you can sign in to ${tenant} on Carelane.`],
  button: 'Verify email address',
  fineprint: 'The link works once, for 24 hours. If you did not ask for this mail, you can ignore it.',
})
