import * as crypto from 'node:crypto'
import { promisify } from 'node:util'

interface Scheme {
  name: 'argon2id' | 'scrypt'
  /** For argon2: memory in KiB and passes. For scrypt: N and p, with r = 8. */
  cost: number
  rounds: number
}

/** OWASP's minimum for argon2id. Scrypt is used if the runtime was built without argon2. */
const argon2id: Scheme = { name: 'argon2id', cost: 19_456, rounds: 2 }
const scrypt: Scheme = { name: 'scrypt', cost: 2 ** 17, rounds: 1 }
const preferred = typeof crypto.argon2 === 'function' ? argon2id : scrypt

const saltBytes = 16
const hashBytes = 32

function derive(password: string, salt: Buffer, { name, cost, rounds }: Scheme): Promise<Buffer> {
  const message = password.normalize('NFC')
  if (name === 'argon2id')
    return promisify(crypto.argon2)('argon2id', {
      message,
      nonce: salt,
      parallelism: 1,
      tagLength: hashBytes,
      memory: cost,
      passes: rounds,
    })
  return new Promise((resolve, reject) => {
    const options = { N: cost, r: 8, p: rounds, maxmem: 256 * cost * 8 }
    crypto.scrypt(message, salt, hashBytes, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

const newSalt = () => crypto.randomBytes(saltBytes)

/** All registrations of an address share a salt, so that one derivation compares a password with all of them. */
const saltOf = (email: string) =>
  crypto.createHash('sha256').update(`registration ${email}`).digest().subarray(0, saltBytes)

/** `scheme$cost$rounds$salt$hash`, the last two in base64url. */
export const hashPassword = (password: string) => hashWith(password, newSalt())

/** A hash that can be compared with those of other registrations of the same address. */
export const hashForRegistration = (password: string, email: string) => hashWith(password, saltOf(email))

async function hashWith(password: string, salt: Buffer): Promise<string> {
  const hash = await derive(password, salt, preferred)
  const { name, cost, rounds } = preferred
  return [name, cost, rounds, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

interface Verdict {
  matches: boolean
  /** The hash was made with parameters that are no longer current and should be replaced while the password is known. */
  outdated: boolean
}

const nobodysSalt = newSalt()

/**
 * Compares a password with an account's hash, or with those of all registrations of an address. There is exactly one derivation
 * even without a hash, so that time does not reveal which accounts exist.
 */
export async function verifyPassword(password: string, ...stored: readonly (string | null)[]): Promise<Verdict> {
  const [first, ...others] = stored.flatMap((hash) => parsed(hash) ?? [])
  if (!first) {
    await derive(password, nobodysSalt, preferred)
    return { matches: false, outdated: false }
  }
  const actual = await derive(password, first.salt, first.scheme)
  const alike = others.filter(({ salt }) => salt.equals(first.salt))
  return {
    // All hashes are compared, whichever matches, so that time reveals nothing.
    matches: [first, ...alike].filter(({ hash }) => isSame(hash, actual)).length > 0,
    outdated:
      first.scheme.name !== preferred.name ||
      first.scheme.cost !== preferred.cost ||
      first.scheme.rounds !== preferred.rounds,
  }
}

const isSame = (a: Buffer, b: Buffer) => a.length === b.length && crypto.timingSafeEqual(a, b)

function parsed(stored: string | null) {
  const [name, cost, rounds, salt, hash] = stored?.split('$') ?? []
  if ((name !== 'argon2id' && name !== 'scrypt') || !salt || !hash) return undefined
  const scheme: Scheme = { name, cost: Number(cost), rounds: Number(rounds) }
  return { scheme, salt: Buffer.from(salt, 'base64url'), hash: Buffer.from(hash, 'base64url') }
}
