import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey, type SigningKeys } from './signing-keys.ts'

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts a text for an owner. The result has the form `kid.bytes`, where `bytes` is the initialisation vector, the tag and the
 * encrypted text, in base64url. It can only be decrypted with the signing secret, and only for the same owner.
 */
export async function encryptText(keys: SigningKeys, text: string, owner: string): Promise<string> {
  const { kid, key } = await keys.current()
  const iv = randomBytes(ivBytes)
  const sealing = createCipheriv(cipher, deriveKey(key, 'sealing'), iv).setAAD(Buffer.from(owner))
  const content = Buffer.concat([sealing.update(text), sealing.final()])
  return `${kid}.${Buffer.concat([iv, sealing.getAuthTag(), content]).toString('base64url')}`
}

/** Decrypts a sealed text. Throws if the text was altered or encrypted for another owner, or if its key no longer exists. */
export async function decryptText(keys: SigningKeys, sealed: string, owner: string): Promise<string> {
  const dot = sealed.lastIndexOf('.')
  const key = await keys.findRetired(sealed.slice(0, dot))
  if (!key) throw new Error('The key of a sealed text is gone')
  const bytes = Buffer.from(sealed.slice(dot + 1), 'base64url')
  const opening = createDecipheriv(cipher, deriveKey(key, 'sealing'), bytes.subarray(0, ivBytes))
  opening.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()]).toString()
}
