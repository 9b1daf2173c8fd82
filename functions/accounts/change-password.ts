import type * as sessions from '#shared/api/sessions.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { update } from '../data/writes.ts'
import type { Operation } from '../http/operation.ts'
import { letterWrite } from '../mail/outbox.ts'
import { hashPassword } from '../security/passwords.ts'
import { recordAccountChange } from './account-events.ts'
import { readOwnAccount } from './change-factors.ts'
import { checkPassword } from './check-password.ts'
import { endOtherSessionsWrites } from './sessions.ts'
import { sessionEndedError } from './sign-in.ts'

export const changePassword: Operation<typeof sessions.changePassword> = async (
  { body, caller, activity },
  services,
) => {
  const { id } = caller.account
  const typed = { field: 'current_password', password: body.current_password }
  const password_hash = await checkPassword(services, caller, typed)
  const password_set_at = services.now().toISOString()
  const set = { password_hash: await hashPassword(body.new_password), password_set_at }
  await recordAccountChange(
    services.table,
    { known: await readOwnAccount(services, caller), activity, change: { action: 'account.password_changed' } },
    update(unscopedKeys.credentials(id), { set }, { where: { password_hash }, refused: sessionEndedError }),
    ...endOtherSessionsWrites(caller, services.now()),
    letterWrite(services, 'account_notice', { account_id: id, notice: 'password_changed', about: password_set_at }),
  )
}
