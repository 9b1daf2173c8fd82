import { findActiveUser, readAccount } from '../../data/accounts.ts'
import { type AccountChange, type NotMeClaims, newNotMeToken } from '../../security/not-me-tokens.ts'
import type { Letter } from '../letter.ts'
import { readerNameForMail } from '../name-safe-for-mail.ts'

const news: Readonly<Record<AccountChange, { subject: string; text: string }>> = {
  password_changed: {
    subject: 'Your password was changed',
    text: 'The password of your Carelane account was changed.',
  },
  password_reset: {
    subject: 'Your password was reset',
    text: 'The password of your Carelane account was reset by a mailed link. Every session has ended.',
  },
  totp_added: {
    subject: 'Two-step sign-in is on',
    text: 'An authenticator app was added to your Carelane account. Signing in now asks for its code.',
  },
  totp_removed: {
    subject: 'The authenticator app was removed',
    text: 'The authenticator app of your Carelane account was removed, and its recovery codes are void.',
  },
  recovery_codes_renewed: {
    subject: 'New recovery codes were made',
    text: 'New recovery codes were made for your Carelane account. The former ones are void.',
  },
  passkey_added: { subject: 'A passkey was added', text: 'A passkey was added to your Carelane account.' },
  passkey_removed: { subject: 'A passkey was removed', text: 'A passkey of your Carelane account was removed.' },
  google_connected: {
    subject: 'Google was connected',
    text: 'A Google account was connected with your Carelane account. It can sign in from now on.',
  },
  factors_reset: {
    subject: 'Your two-step sign-in was reset',
    text: 'An administrator of your organisation has reset the two-step sign-in of your Carelane account. Every session has ended.',
  },
}

/** Tells the owner of an account about a change to its sign-in. The link undoes the change. */
export const accountNotice: Letter<NotMeClaims, 'name' | 'subject' | 'text' | 'link'> = {
  readers: 'one',
  isAboutOwnAccount: true,
  async find(services, claims) {
    const known = await readAccount(services.table, claims.account_id)
    const user = known && (await findActiveUser(services.table, known))
    if (!user) return undefined
    const token = await newNotMeToken(services.keys, claims, services.now())
    const link = `${services.appOrigin}/not-me?token=${encodeURIComponent(token)}`
    return { to: user.email, facts: { name: readerNameForMail(user), link, ...news[claims.notice] } }
  },
  text: ({ name, subject, text, link }) => ({
    subject,
    preview: text,
    heading: `Hello ${name}`,
    paragraphs: [
      text,
      'If it was you, there is nothing to do. If it was not, press the button: that takes the change back where it can be taken back, signs you out everywhere, and brings you a mail with which you choose a new password.',
    ],
    button: { label: 'This was not me', link },
    fineprint: 'The link works once, for 7 days.',
  }),
}
