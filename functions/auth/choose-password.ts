import { unscopedKeys } from '../data/keys.ts'
import { update } from '../data/writes.ts'
import type { Services } from '../http/services.ts'
import { type AccountPurpose, openAccountLink, spendAccountLink } from '../security/links.ts'
import { hashPassword } from '../security/passwords.ts'

/** Uses a link to set an account's password: every session and every other link of the account ends, and so do its stops. */
export async function choosePassword(services: Services, purpose: AccountPurpose, token: string, password: string) {
  const opened = await openAccountLink(services, purpose, token)
  await services.table.write(
    spendAccountLink(purpose, opened, { password_hash: await hashPassword(password) }),
    update(unscopedKeys.account(opened.accountId), { add: { session_epoch: 1 } }, { exists: true }),
  )
}
