import { linkLetter } from '../link-letter.ts'

/**
 * Asks a person who signed up to verify the e-mail address. The link also leads to the choice of a password, unless the account has
 * one.
 */
export const verification = linkLetter('verification', {
  path: '/verify-email',
  isAboutOwnAccount: true,
  text: ({ name, tenant, link }) => ({
    subject: 'Verify your email address and choose a password',
    preview: `One step left to sign in to ${tenant}.`,
    heading: `Hello ${name}`,
    paragraphs: [
      `Your account for ${tenant} on Carelane is ready. Please confirm that this is your email address and choose a password.`,
    ],
    button: { label: 'Verify and choose a password', link },
    fineprint: 'This link works once and expires in 24 hours. If you didn’t ask for this email, you can ignore it.',
  }),
})
