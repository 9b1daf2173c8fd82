import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveKey, type SigningKeys } from './signing-keys.ts'

interface Made {
  /** The purpose of the token. The token isn't accepted for any other purpose. */
  purpose: 'mfa' | 'passkey' | 'confirmation' | 'not_me'
  /** May consist of letters, digits, `-` and `_`. */
  content: string
  seconds: number
  now: Date
}

const macOf = (key: Parameters<typeof deriveKey>[0], purpose: string, text: string) =>
  createHmac('sha256', deriveKey(key, `short:${purpose}`))
    .update(text)
    .digest('base64url')

/** Makes a token that contains its own claims: `kid.expiry.content.nonce.mac`. Nothing is stored when the token is made. */
export async function newPurposeToken(keys: SigningKeys, { purpose, content, seconds, now }: Made): Promise<string> {
  const { kid, key } = await keys.current()
  const expires = Math.floor(now.getTime() / 1000) + seconds
  const text = `${kid}.${expires}.${content}.${randomBytes(16).toString('base64url')}`
  return `${text}.${macOf(key, purpose, text)}`
}

/** Returns the content of a token. Returns undefined if the token is forged, expired or for another purpose. */
export async function readPurposeToken(
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
