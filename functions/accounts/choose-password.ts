import { unscopedKeys } from '../data/table-keys.ts'
import { update } from '../data/writes.ts'
import type { Services } from '../http/services.ts'
import { noticeWrite } from '../mail/notices.ts'
import { type AccountPurpose, openAccountLink, spendAccountLink } from '../security/links.ts'
import { hashPassword } from '../security/passwords.ts'

/**
 * Uses a link to set an account's password: every session and every other link of the account end, and so do the stops that wrong
 * guesses brought upon its address.
 */
export async function choosePassword(services: Services, purpose: AccountPurpose, token: string, password: string) {
  const account = await openAccountLink(services, purpose, token)
  const password_hash = await hashPassword(password)
  await services.table.write(
    spendAccountLink(purpose, account),
    update(unscopedKeys.credentials(account.id), { set: { password_hash } }, { exists: true }),
    ...(purpose === 'reset' ? [noticeWrite(services, account.id, 'password_changed')] : []),
  )
}
