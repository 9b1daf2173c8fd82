import * as crypto from 'node:crypto'
import { promisify } from 'node:util'

interface Scheme {
  name: 'argon2id' | 'scrypt'
  /** For argon2id, `cost` is the memory in KiB and `rounds` is the number of passes. For scrypt, they are N and p, with r = 8. */
  cost: number
  rounds: number
}

/** The schemes of hashes. New hashes use `argon2id` with OWASP's minimum, or `scrypt` if the runtime was built without argon2. */
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

/**
 * Returns the salt for registrations of an address. All of them share it, so that a single derivation compares a password with all
 * of them.
 */
const saltOf = (email: string) =>
  crypto.createHash('sha256').update(`registration ${email}`).digest().subarray(0, saltBytes)

/** Hashes a password as `scheme$cost$rounds$salt$hash`. The last two parts are in base64url. */
export const hashPassword = (password: string) => hashWith(password, newSalt())

/** Hashes the password of a registration, so that it can be compared together with other registrations of the same address. */
export const hashRegistrationPassword = (password: string, email: string) => hashWith(password, saltOf(email))

async function hashWith(password: string, salt: Buffer): Promise<string> {
  const hash = await derive(password, salt, preferred)
  const { name, cost, rounds } = preferred
  return [name, cost, rounds, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

interface Verdict {
  matches: boolean
  /** Whether the hash was made with old parameters. The caller should then replace it while the password is known. */
  outdated: boolean
}

const nobodysSalt = newSalt()

/**
 * Compares a password with an account's hash, or with the hashes of an address's registrations. It always makes exactly one
 * derivation, even without a hash, so that response time doesn't reveal whether an account exists.
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
    // Compare all hashes even after a match, so that response time reveals nothing.
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
