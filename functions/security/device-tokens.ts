import { createHmac, timingSafeEqual } from 'node:crypto'
import type { StoredAccount } from '../data/entities/account.ts'
import { deriveKey, type SigningKeys } from './signing-keys.ts'

const lifeSeconds = 90 * 86_400

async function macOf(keys: SigningKeys, kid: string, { id, session_epoch }: StoredAccount, expires: string) {
  const key = await keys.find(kid)
  // A password reset, like everything else that ends all sessions of the account, raises the epoch. That makes earlier device
  // tokens void.
  const text = `${id}.${session_epoch}.${expires}`
  return key && createHmac('sha256', deriveKey(key, 'device')).update(text).digest('base64url')
}

/**
 * Makes a device token, `kid.expiry.mac`. It shows that the account's owner has signed in with this browser before. It gives no
 * access; it only keeps other people's wrong guesses from blocking the owner's sign-in.
 */
export async function newDeviceToken(keys: SigningKeys, account: StoredAccount, now: Date): Promise<string> {
  const { kid } = await keys.current()
  const expires = String(Math.floor(now.getTime() / 1000) + lifeSeconds)
  return `${kid}.${expires}.${await macOf(keys, kid, account, expires)}`
}

export async function isDeviceTokenOf(
  keys: SigningKeys,
  account: StoredAccount,
  { token, now }: { token: string; now: Date },
): Promise<boolean> {
  const [, kid = '', expires = '', mac = ''] = /^(.+)\.(\d{1,12})\.([\w-]+)$/.exec(token) ?? []
  const expected = kid && (await macOf(keys, kid, account, expires))
  if (!expected || Number(expires) * 1000 <= now.getTime() || expected.length !== mac.length) return false
  return timingSafeEqual(Buffer.from(expected), Buffer.from(mac))
}
