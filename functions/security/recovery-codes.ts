import { createHash, randomInt } from 'node:crypto'

const codes = 10
const groups = 4
/** Letters and digits, except those that look alike. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

const newGroup = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Makes ten codes of 79 random bits each, such as `abcd-efgh-jkmn-pqrs`. That is too many bits to guess a code from its hash. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: codes }, () => Array.from({ length: groups }, newGroup).join('-'))

/** Returns the hash of a code as it is stored. Case and separators make no difference. */
export const hashOfRecoveryCode = (code: string): string =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest('base64url')
