import { linkLetter } from '../link-letter.ts'

/** Leads to the choice of a new password. */
export const reset = linkLetter('reset', {
  path: '/reset-password',
  isAboutOwnAccount: true,
  text: ({ name, tenant, link }) => ({
    subject: 'Reset your password',
    preview: `Choose a new password for ${tenant}.`,
    heading: `Hello ${name}`,
    paragraphs: [
      `Somebody asked to reset the password of your account for ${tenant} on Carelane. With the link you choose a new one; it signs you out everywhere else.`,
    ],
    button: { label: 'Choose a new password', link },
    fineprint:
      'The link works once, for 1 hour. If it was not you who asked, ignore this mail: your password stays as it is.',
  }),
})
