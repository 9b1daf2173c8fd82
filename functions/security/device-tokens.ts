import { createHmac, timingSafeEqual } from 'node:crypto'
import type { StoredAccount } from '../data/entities/account.ts'
import { deriveKey, type SigningKeys } from './signing-keys.ts'

const lifeSeconds = 90 * 86_400

async function macOf(keys: SigningKeys, kid: string, { id, session_epoch }: StoredAccount, expires: string) {
  const key = await keys.find(kid)
  // A reset begins a new epoch.
  const text = `${id}.${session_epoch}.${expires}`
  return key && createHmac('sha256', deriveKey(key, 'device')).update(text).digest('base64url')
}

/**
 * What a browser shows that its owner has signed in there before: `kid.expiry.mac`. It opens nothing; it spares its owner from a stop
 * that others' guesses have brought upon the account.
 */
export async function newDeviceToken(keys: SigningKeys, account: StoredAccount, now: Date): Promise<string> {
  const { kid } = await keys.current()
  const expires = String(Math.floor(now.getTime() / 1000) + lifeSeconds)
  return `${kid}.${expires}.${await macOf(keys, kid, account, expires)}`
}

export async function isDeviceOf(
  keys: SigningKeys,
  account: StoredAccount,
  { token, now }: { token: string; now: Date },
): Promise<boolean> {
  const [, kid = '', expires = '', mac = ''] = /^(.+)\.(\d{1,12})\.([\w-]+)$/.exec(token) ?? []
  const expected = kid && (await macOf(keys, kid, account, expires))
  if (!expected || Number(expires) * 1000 <= now.getTime() || expected.length !== mac.length) return false
  return timingSafeEqual(Buffer.from(expected), Buffer.from(mac))
}
