import { randomBytes } from 'node:crypto'
import type * as sessions from '#shared/api/sessions.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { put, update, type Write } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Caller, Operation } from '../http/operation.ts'
import { decryptText, encryptText } from '../security/encrypt-text.ts'
import { tooManyRequestsText } from '../security/throttle.ts'

const daySeconds = 86_400
/** An action that was never sent stays in its browser for 30 days, so its key stays here for a day longer. */
const lifeSeconds = 31 * daySeconds

/**
 * How many browsers of one user get a key in a month. A browser that deletes everything when it is closed is another one each time.
 * Without a key, the app works, but keeps nothing for times without a network.
 */
const mostInMonth = 200

/**
 * Returns the key of the caller's browser, and makes it when the browser first asks. If two tabs ask at the same moment, both get
 * the key that was stored first. Throws a 429 if too many browsers of the caller have asked this month.
 */
export const readDeviceKey: Operation<typeof sessions.readDeviceKey> = ({ body, caller }, services) => {
  const { table, keys, now } = services
  const place = caller.keys.deviceKey(caller.user.id, body.device)
  const expires_at_seconds = Math.floor(now().getTime() / 1000) + lifeSeconds
  const answer = async (key: string) => ({ key: await decryptText(keys, key, caller.user.id) })
  return retryIfOvertaken(async () => {
    const known = await table.get(place)
    if (known) {
      if (known.expires_at_seconds < expires_at_seconds - daySeconds)
        await table.write(put(place, { ...known, expires_at_seconds }))
      return answer(known.key)
    }
    const key = await encryptText(keys, randomBytes(32).toString('base64url'), caller.user.id)
    const stored = put(place, { key, expires_at_seconds }, { absent: true, refused: () => new OvertakenError() })
    await table.write(stored, countInMonthWrite(caller, now()))
    return answer(key)
  })
}

/** Returns the write that counts a new key of the caller in this month. It fails if the month has had too many. */
function countInMonthWrite({ user }: Caller, now: Date): Write {
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) / 1000
  const subject = JSON.stringify([user.tenant_id, user.id, now.toISOString().slice(0, 7)])
  const retryAfterSeconds = Math.max(1, Math.ceil(end - now.getTime() / 1000))
  return update(
    unscopedKeys.attempts('device keys', subject),
    { add: { count: 1 }, set: { expires_at_seconds: end } },
    {
      atMost: { count: mostInMonth - 1 },
      refused: () => new AppError('tooMany', tooManyRequestsText, { retryAfterSeconds }),
    },
  )
}
