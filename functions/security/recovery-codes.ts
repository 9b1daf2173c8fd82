import { createHash, randomInt } from 'node:crypto'

const codes = 10
const groups = 4
/** Letters and digits without those that look alike. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

const newGroup = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Ten codes of 79 random bits: `abcd-efgh-jkmn-pqrs`. None can be guessed from its hash. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: codes }, () => Array.from({ length: groups }, newGroup).join('-'))

/** The stored hash of a code, independent of case and separators. */
export const hashOfRecoveryCode = (code: string): string =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest('base64url')
