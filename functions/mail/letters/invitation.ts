import { linkLetter } from '../link-letter.ts'

/** Invites a person to an organization. */
export const invitation = linkLetter('invitation', {
  path: '/accept-invitation',
  isAboutOwnAccount: false,
  text: ({ name, tenant, inviter, link }) => ({
    subject: `${inviter} invited you to ${tenant}`,
    preview: `Join ${tenant} on Carelane.`,
    heading: `Hello ${name}`,
    paragraphs: [
      `${inviter} invited you to join ${tenant} on Carelane. If you don’t have an account yet, you’ll choose a password there.`,
    ],
    button: { label: 'Open the invitation', link },
    fineprint:
      'This link works once and expires in 7 days. If you weren’t expecting this invitation, you can ignore it.',
  }),
})
