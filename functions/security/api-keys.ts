import { randomBytes } from 'node:crypto'
import { hashOf } from '../data/entities/hash-of.ts'

/** Distinguishes a key from an access token, and lets scanners for leaked secrets find it. */
const start = 'ck_'
const prefixLength = 8

/** A key of 240 random bits, with the parts that may be stored. */
export function newApiKeyText() {
  const key = start + randomBytes(30).toString('base64url')
  return { key, hash: hashOf(key), prefix: key.slice(0, prefixLength) }
}

/** The hash of the key that a call sends. Undefined if the token is not a key. */
export const hashOfShownKey = (token: string): string | undefined =>
  token.startsWith(start) ? hashOf(token) : undefined
