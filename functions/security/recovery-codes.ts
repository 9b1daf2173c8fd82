import { createHash, randomInt } from 'node:crypto'

const codes = 10
const groups = 5
const lettersOfGroup = 5
/** Letters and digits, except those that look alike. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

const newGroup = () => Array.from({ length: lettersOfGroup }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Makes ten codes of 123 random bits each, such as `abcde-fghjk-mnpqr-stuvw-xyz23`. That is too many bits to guess a code from its hash. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: codes }, () => Array.from({ length: groups }, newGroup).join('-'))

/** Returns the hash of a code as it is stored. Case and separators make no difference. */
export const hashOfRecoveryCode = (code: string): string =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest('base64url')
