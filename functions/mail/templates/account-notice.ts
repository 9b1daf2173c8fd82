import type { AccountNotice } from '../../data/entities/mail.ts'
import type { Facts, Letter } from './render-mail.ts'

const news: Readonly<Record<AccountNotice, { subject: string; text: string }>> = {
  password_changed: {
    subject: 'Your password was changed',
    text: 'The password of your Carelane account was changed.',
  },
  totp_added: {
    subject: 'Two-step sign-in is on',
    text: 'An authenticator app was added to your Carelane account. Signing in now asks for its code.',
  },
  totp_removed: {
    subject: 'The authenticator app was removed',
    text: 'The authenticator app of your Carelane account was removed, and its recovery codes are void.',
  },
  passkey_added: { subject: 'A passkey was added', text: 'A passkey was added to your Carelane account.' },
  passkey_removed: { subject: 'A passkey was removed', text: 'A passkey of your Carelane account was removed.' },
  google_connected: {
    subject: 'Google was connected',
    text: 'A Google account was connected with your Carelane account. It can sign in from now on.',
  },
}

export function accountNotice(notice: AccountNotice, { name }: Pick<Facts, 'name'>): Letter {
  const { subject, text } = news[notice]
  return {
    subject,
    preview: text,
    heading: `Hello ${name}`,
    paragraphs: [text],
    button: 'Open your account',
    fineprint: 'If it was not you, reset your password at once and end the other sessions on your account page.',
  }
}
