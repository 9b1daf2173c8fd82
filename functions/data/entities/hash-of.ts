import { createHash } from 'node:crypto'

/** For keys that must not reveal their subject. */
export const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')
