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
    text: 'The password of your Carelane account was reset with an emailed link. You’ve been signed out everywhere.',
  },
  totp_added: {
    subject: 'Two-step sign-in is on',
    text: 'An authenticator app was added to your Carelane account. Signing in now asks for its code.',
  },
  totp_removed: {
    subject: 'The authenticator app was removed',
    text: 'The authenticator app was removed from your Carelane account, and its recovery codes no longer work.',
  },
  recovery_codes_renewed: {
    subject: 'New recovery codes were created',
    text: 'New recovery codes were created for your Carelane account. The old ones no longer work.',
  },
  passkey_added: { subject: 'A passkey was added', text: 'A passkey was added to your Carelane account.' },
  passkey_removed: { subject: 'A passkey was removed', text: 'A passkey was removed from your Carelane account.' },
  google_connected: {
    subject: 'A Google account was connected',
    text: 'A Google account was connected to your Carelane account. It can now be used to sign in.',
  },
  factors_reset: {
    subject: 'Your two-step sign-in was reset',
    text: 'An administrator of your organization reset two-step sign-in for your Carelane account. You’ve been signed out everywhere.',
  },
}

/** Tells the owner of an account about a change to its sign-in. The link undoes the change. */
export const accountNotice: Letter<NotMeClaims & { notice: AccountChange }, 'name' | 'subject' | 'text' | 'link'> = {
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
      'If this was you, you don’t need to do anything. If it wasn’t, use the button below. We’ll undo the change if it can be undone, sign you out everywhere, and email you a link to choose a new password.',
    ],
    button: { label: 'This wasn’t me', link },
    fineprint: 'This link works once and expires in 7 days.',
  }),
}
