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
      `Someone asked to reset the password for your ${tenant} account on Carelane. Use the link to choose a new one. This signs you out everywhere else.`,
    ],
    button: { label: 'Choose a new password', link },
    fineprint:
      'This link works once and expires in 1 hour. If you didn’t ask for it, ignore this email and your password will stay the same.',
  }),
})
