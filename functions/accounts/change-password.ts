import type * as sessions from '#shared/api/sessions.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { update } from '../data/writes.ts'
import { invalidField } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { noticeWrite } from '../mail/notices.ts'
import { hashPassword, verifyPassword } from '../security/passwords.ts'
import { countGuess } from './count-guesses.ts'
import { readCredentials } from './factors.ts'
import { otherSessionsEnd, othersEnded } from './sessions.ts'
import { sessionEnded } from './sign-in.ts'

export const changePassword: Operation<typeof sessions.changePassword> = async (
  { body, caller, activity },
  services,
) => {
  const { account, address: place } = caller
  const wrong = () => invalidField('current_password', 'This is not your password')
  const guess = { email: account.email, place, account, deviceToken: undefined }
  const password_hash = await countGuess(services, guess, async () => {
    const { password_hash: hash } = await readCredentials(services, account.id)
    if (!(await verifyPassword(body.current_password, hash)).matches) throw wrong()
    return hash
  })
  const set = { password_hash: await hashPassword(body.new_password) }
  await activity.record(
    othersEnded(caller),
    update(unscopedKeys.credentials(account.id), { set }, { where: { password_hash }, refused: sessionEnded }),
    ...otherSessionsEnd(caller),
    noticeWrite(services, account.id, 'password_changed'),
  )
}
