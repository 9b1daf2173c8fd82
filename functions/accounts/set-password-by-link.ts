import { readAccount } from '../data/accounts.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { update } from '../data/writes.ts'
import type { Actor, EventRecorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import { letterWrite } from '../mail/outbox.ts'
import { type AccountLinkPurpose, openAccountLink, spendAccountLinkWrite } from '../security/links.ts'
import { hashPassword } from '../security/passwords.ts'
import { recordAccountChange } from './account-events.ts'

const actionOf = { reset: 'account.password_reset', set_password: 'account.password_changed' } as const

interface PasswordChoice<P extends AccountLinkPurpose> {
  purpose: P
  token: string
  password: string
  activity: (actor: Actor) => EventRecorder<(typeof actionOf)[P]>
}

/**
 * Sets an account's password by a link. This ends all sessions of the account, voids its other links that set a password, and lifts
 * the blocks that wrong guesses have put on its e-mail address. Returns that address.
 */
export async function setPasswordByLink<P extends AccountLinkPurpose>(
  services: Services,
  { purpose, token, password, activity }: PasswordChoice<P>,
): Promise<{ email: string }> {
  const { table, now } = services
  const account = await openAccountLink(services, purpose, token)
  const { id: account_id } = account
  const known = (await readAccount(table, account_id)) ?? { account, memberships: [] }
  const password_set_at = now().toISOString()
  const set = { password_hash: await hashPassword(password), password_set_at }
  await recordAccountChange(
    table,
    { known, activity, change: { action: actionOf[purpose] } },
    spendAccountLinkWrite(purpose, account, now()),
    update(unscopedKeys.credentials(account_id), { set }, { exists: true }),
    ...(purpose === 'reset'
      ? [letterWrite(services, 'account_notice', { account_id, notice: 'password_reset', about: password_set_at })]
      : []),
  )
  return { email: account.email }
}
