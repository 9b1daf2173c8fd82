import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import * as z from 'zod/mini'

/**
 * The content of the secret with the signing keys: `current` names the entry with the current key. The object is flat, because
 * CloudFormation can only generate a value at the top level.
 */
const secretShape = z.catchall(z.object({ current: z.string() }), z.string())

/** For how many milliseconds the keys are cached. */
const freshMs = 300_000

/**
 * The shortest time between two reads of the secret for unknown keys, in milliseconds. An unknown key may be a new one, so the
 * secret is read again before the cached keys are out of date, but not more often than this.
 */
const askAgainMs = 5000

export interface SigningKeys {
  current(): Promise<{ kid: string; key: KeyObject }>
  find(kid: string): Promise<KeyObject | undefined>
  /**
   * All keys of the secret, retired ones included, beginning with the current one. They serve tokens and codes that are too short
   * to contain the name of their key.
   */
  all(): Promise<KeyObject[]>
  /**
   * Finds a key by its name, even if it is retired. A retired key may still decrypt what was encrypted with it, but a token that
   * names it is no longer accepted.
   */
  findRetired(kid: string): Promise<KeyObject | undefined>
}

/** The prefix of the name of a retired key. Such a key signs nothing, and a token that names it is no longer accepted. */
const retired = 'retired-'

/**
 * Returns the signing keys from a secret of the form `{"current": kid, kid: key, other kid: key}`. The current key signs, and every
 * key that is not retired verifies. So a rotation signs no one out, provided that the old key is kept until the last session that
 * began with it has expired.
 */
export function openSigningKeys(readSecret: () => Promise<string>, now: () => number): SigningKeys {
  let known: { current: string; keys: Map<string, KeyObject> } | undefined
  let reading: Promise<void> | undefined
  let readAt = Number.NEGATIVE_INFINITY

  async function load() {
    const { current, ...keys } = secretShape.parse(JSON.parse(await readSecret()))
    const made = Object.entries(keys).map(([kid, key]) => [kid, createSecretKey(Buffer.from(key))] as const)
    known = { current, keys: new Map(made) }
    readAt = now()
  }

  /**
   * Returns the keys, read anew if the last read is older than `maxAgeMs`. If Secrets Manager fails, the keys of the last read stay
   * in use.
   */
  async function read(maxAgeMs = freshMs) {
    if (known && now() - readAt < maxAgeMs) return known
    reading ??= load().finally(() => {
      reading = undefined
    })
    try {
      await reading
    } catch (error) {
      if (!known) throw error
    }
    if (!known) throw new Error('The signing secret is empty')
    return known
  }

  async function find(kid: string) {
    if (kid.startsWith(retired)) return undefined
    return (await read()).keys.get(kid) ?? (await read(askAgainMs)).keys.get(kid)
  }

  return {
    async current() {
      const { current, keys } = await read()
      const key = keys.get(current)
      if (!key) throw new Error(`The signing secret has no key named ${current}`)
      return { kid: current, key }
    },
    async all() {
      const { current, keys } = await read()
      return [...keys].sort(([a], [b]) => Number(b === current) - Number(a === current)).map(([, key]) => key)
    },
    find,
    findRetired: async (kid) => (await find(kid)) ?? (await read()).keys.get(`${retired}${kid}`),
  }
}

/** Derives a key for a single purpose, so that a signature for that purpose is never valid for another. */
export const deriveKey = (key: KeyObject, purpose: string) => createHmac('sha256', key).update(purpose).digest()
