import * as crypto from 'node:crypto'
import { promisify } from 'node:util'

interface Scheme {
  name: 'argon2id' | 'scrypt'
  /** Argon2: memory in KiB and passes. Scrypt: N and p, with r = 8. */
  cost: number
  rounds: number
}

/** OWASP's minimum for argon2id; scrypt where the runtime is built without it. */
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

/** `scheme$cost$rounds$salt$hash`, the last two base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.randomBytes(saltBytes)
  const hash = await derive(password, salt, preferred)
  return [
    preferred.name,
    preferred.cost,
    preferred.rounds,
    salt.toString('base64url'),
    hash.toString('base64url'),
  ].join('$')
}

interface Verdict {
  matches: boolean
  /** Hashed with other parameters than today's: hash again while the password is at hand. */
  outdated: boolean
}

const nobodysSalt = crypto.randomBytes(saltBytes)

/** Without a stored hash the same work is done, so that time does not tell which accounts exist. */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<Verdict> {
  const [name, cost, rounds, salt, hash] = stored?.split('$') ?? []
  if ((name !== 'argon2id' && name !== 'scrypt') || !salt || !hash) {
    await derive(password, nobodysSalt, preferred)
    return { matches: false, outdated: false }
  }
  const scheme = { name, cost: Number(cost), rounds: Number(rounds) } as const
  const expected = Buffer.from(hash, 'base64url')
  const actual = await derive(password, Buffer.from(salt, 'base64url'), scheme)
  return {
    matches: expected.length === actual.length && crypto.timingSafeEqual(expected, actual),
    outdated: name !== preferred.name || scheme.cost !== preferred.cost || scheme.rounds !== preferred.rounds,
  }
}
