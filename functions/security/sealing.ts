import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey, type SigningKeys } from './signing-keys.ts'

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** `kid.iv+tag+text`, base64url: what only the holder of the signing secret can read, and only for the owner that it was sealed for. */
export async function seal(keys: SigningKeys, text: string, owner: string): Promise<string> {
  const { kid, key } = await keys.current()
  const iv = randomBytes(ivBytes)
  const sealing = createCipheriv(cipher, deriveKey(key, 'sealing'), iv).setAAD(Buffer.from(owner))
  const content = Buffer.concat([sealing.update(text), sealing.final()])
  return `${kid}.${Buffer.concat([iv, sealing.getAuthTag(), content]).toString('base64url')}`
}

/** Throws for what was not sealed for this owner, and while the key is gone that sealed it. */
export async function unseal(keys: SigningKeys, sealed: string, owner: string): Promise<string> {
  const dot = sealed.lastIndexOf('.')
  const key = await keys.findRetired(sealed.slice(0, dot))
  if (!key) throw new Error('The key of a sealed text is gone')
  const bytes = Buffer.from(sealed.slice(dot + 1), 'base64url')
  const opening = createDecipheriv(cipher, deriveKey(key, 'sealing'), bytes.subarray(0, ivBytes))
  opening.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()]).toString()
}
