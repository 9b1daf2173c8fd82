import { randomBytes } from 'node:crypto'
import type * as sessions from '#shared/api/sessions.ts'
import { put } from '../data/writes.ts'
import type { Operation } from '../http/operation.ts'
import { decryptText, encryptText } from '../security/encrypt-text.ts'

const daySeconds = 86_400
/** An act that was never sent stays in its browser for 30 days, so its key stays here for a day longer. */
const lifeSeconds = 31 * daySeconds

/**
 * Returns the key of the caller's browser, and makes it when the browser first asks. If two tabs ask at the same moment, both get
 * the key that was stored first.
 */
export const readDeviceKey: Operation<typeof sessions.readDeviceKey> = async ({ body, caller }, services) => {
  const { table, keys, now } = services
  const place = caller.keys.deviceKey(caller.user.id, body.device)
  const expires_at_seconds = Math.floor(now().getTime() / 1000) + lifeSeconds
  const known = await table.get(place)
  if (!known) {
    const key = await encryptText(keys, randomBytes(32).toString('base64url'), caller.user.id)
    await table.write(put(place, { key, expires_at_seconds }, { absent: true, refused: () => undefined }))
  } else if (known.expires_at_seconds < expires_at_seconds - daySeconds) {
    await table.write(put(place, { ...known, expires_at_seconds }))
  }
  const { key } = known ?? (await table.get(place)) ?? {}
  if (key === undefined) throw new Error('The device key is gone right after it was stored')
  return { key: await decryptText(keys, key, caller.user.id) }
}
