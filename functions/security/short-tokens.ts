import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveKey, type SigningKeys } from './signing-keys.ts'

interface Made {
  /** A token of one purpose is never accepted for another. */
  purpose: 'mfa' | 'passkey' | 'confirmation' | 'not_me'
  /** Letters, digits, `-` and `_`. */
  content: string
  seconds: number
  now: Date
}

const macOf = (key: Parameters<typeof deriveKey>[0], purpose: string, text: string) =>
  createHmac('sha256', deriveKey(key, `short:${purpose}`))
    .update(text)
    .digest('base64url')

/** A token that contains its own claims: `kid.expiry.content.nonce.mac`. Nothing is stored before it is used. */
export async function newShortToken(keys: SigningKeys, { purpose, content, seconds, now }: Made): Promise<string> {
  const { kid, key } = await keys.current()
  const expires = Math.floor(now.getTime() / 1000) + seconds
  const text = `${kid}.${expires}.${content}.${randomBytes(16).toString('base64url')}`
  return `${text}.${macOf(key, purpose, text)}`
}

/** The content of a token. Undefined if it is not ours, has another purpose, or is expired. */
export async function readShortToken(
  keys: SigningKeys,
  token: string,
  { purpose, now }: Pick<Made, 'purpose' | 'now'>,
): Promise<{ content: string; expires_at_seconds: number } | undefined> {
  const [, text = '', kid = '', expires = '', content = '', mac = ''] =
    /^(([^.]+)\.(\d{1,12})\.([\w-]+)\.[\w-]+)\.([\w-]+)$/.exec(token) ?? []
  const key = kid && (await keys.find(kid))
  if (!key) return undefined
  const expected = macOf(key, purpose, text)
  if (expected.length !== mac.length || !timingSafeEqual(Buffer.from(expected), Buffer.from(mac))) return undefined
  return Number(expires) * 1000 > now.getTime() ? { content, expires_at_seconds: Number(expires) } : undefined
}
