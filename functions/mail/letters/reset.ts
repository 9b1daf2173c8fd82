import type { MailContents, MailNames } from '../render-mail.ts'

export const passwordResetMail = ({ name, tenant }: MailNames): MailContents => ({
  subject: 'Reset your password',
  preview: `Choose a new password for ${tenant}.`,
  heading: `Hello ${name}`,
  paragraphs: [
    `Somebody asked to reset the password of your account for ${tenant} on Carelane. With the link you choose a new one; it signs you out everywhere else.`,
  ],
  button: 'Choose a new password',
  fineprint:
    'The link works once, for 1 hour. If it was not you who asked, ignore this mail: your password stays as it is.',
})
