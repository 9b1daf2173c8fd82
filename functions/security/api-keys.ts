import { randomBytes } from 'node:crypto'
import { hashForKey } from '../data/entities/hash-of.ts'

/**
 * The text with which every API key begins. It distinguishes API keys from access tokens, and lets scanners for leaked secrets
 * recognise API keys.
 */
const start = 'ck_'
const prefixLength = 8

/** Makes an API key of 240 random bits. Only its hash and its `prefix`, which is its first eight characters, may be stored. */
export function newApiKeyWithHash() {
  const key = start + randomBytes(30).toString('base64url')
  return { key, hash: hashForKey(key), prefix: key.slice(0, prefixLength) }
}

/** Returns the hash of the API key that a request has sent. Returns undefined if the token isn't an API key. */
export const hashOfSentApiKey = (token: string): string | undefined =>
  token.startsWith(start) ? hashForKey(token) : undefined
