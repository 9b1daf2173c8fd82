import { randomBytes } from 'node:crypto'
import { hashOf } from '../data/entities/hash-of.ts'

/** What tells a key from an access token, and lets scanners of leaked secrets find it. */
const start = 'ck_'
const prefixLength = 8

/** A key of 240 random bits, with what may be kept of it. */
export function newApiKeyText() {
  const key = start + randomBytes(30).toString('base64url')
  return { key, hash: hashOf(key), prefix: key.slice(0, prefixLength) }
}

/** The hash of the key that a call shows; undefined where it shows something else. */
export const hashOfShownKey = (token: string): string | undefined =>
  token.startsWith(start) ? hashOf(token) : undefined
