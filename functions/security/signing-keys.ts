import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import * as z from 'zod/mini'

/**
 * The secret is a flat object, because CloudFormation can only generate a value at the top level. `current` names one of the other
 * entries.
 */
const secretShape = z.catchall(z.object({ current: z.string() }), z.string())

/** How long the keys that were read are used, in milliseconds. */
const freshMs = 300_000

/** An unknown key may be new, so the secret is read again, but at most this often, in milliseconds. */
const askAgainMs = 5000

export interface SigningKeys {
  current(): Promise<{ kid: string; key: KeyObject }>
  find(kid: string): Promise<KeyObject | undefined>
  /** All valid keys, the current one first. For tokens too short to name their key. */
  all(): Promise<KeyObject[]>
  /**
   * The key with this name, even if it is retired. A retired key still decrypts what it encrypted, but its signatures are no longer
   * valid.
   */
  findRetired(kid: string): Promise<KeyObject | undefined>
}

/** The prefix of an entry whose key no longer signs or verifies. */
const retired = 'retired-'

/**
 * The signing keys of a secret `{"current": kid, kid: key, other kid: key}`. The current key signs, and all keys verify, so that a
 * rotation signs nobody out: the old key stays until the last session that began with it is over.
 */
export function signingKeys(readSecret: () => Promise<string>, now: () => number): SigningKeys {
  let known: { current: string; keys: Map<string, KeyObject> } | undefined
  let reading: Promise<void> | undefined
  let readAt = Number.NEGATIVE_INFINITY

  async function load() {
    const { current, ...keys } = secretShape.parse(JSON.parse(await readSecret()))
    const made = Object.entries(keys).map(([kid, key]) => [kid, createSecretKey(Buffer.from(key))] as const)
    known = { current, keys: new Map(made) }
    readAt = now()
  }

  /** Outdated keys are still used while Secrets Manager does not answer. */
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

/** Derives a key for one other purpose, so that what it signs can never pass as a token. */
export const deriveKey = (key: KeyObject, purpose: string) => createHmac('sha256', key).update(purpose).digest()
