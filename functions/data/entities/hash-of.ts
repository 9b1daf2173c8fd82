import { createHash } from 'node:crypto'

/** Hashes a text for use in a key, so that the key doesn't reveal the text. */
export const hashForKey = (text: string) => createHash('sha256').update(text).digest('base64url')
