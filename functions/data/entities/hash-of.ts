import { createHash } from 'node:crypto'

/** For keys that must not say of whom or what they are. */
export const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')
