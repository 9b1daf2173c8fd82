import type { MailContents, MailNames } from '../render-mail.ts'

/**
 * Writes the mail by which a person who signed up verifies the e-mail address. Its link also leads to the choice of a password,
 * unless the account has one.
 */
export const verificationMail = ({ name, tenant }: MailNames): MailContents => ({
  subject: 'Verify your email address and choose a password',
  preview: `One step left to sign in to ${tenant}.`,
  heading: `Hello ${name}`,
  paragraphs: [
    `Your account for ${tenant} on Carelane is ready. Please confirm that this is your email address and choose a password.`,
  ],
  button: 'Verify and choose a password',
  fineprint: 'The link works once, for 24 hours. If you did not ask for this mail, you can ignore it.',
})
