import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import * as z from 'zod/mini'

/** Flat, because CloudFormation can only generate a value at the top: `current` names one of the other entries. */
const secretShape = z.catchall(z.object({ current: z.string() }), z.string())

/** How long a read secret is used before it is read again. */
const freshMs = 300_000

/** A token with a key that we do not know yet may come from who read the secret later: but ask again only this often. */
const askAgainMs = 5000

export interface SigningKeys {
  current(): Promise<{ kid: string; key: KeyObject }>
  find(kid: string): Promise<KeyObject | undefined>
  /** Every key that still counts, the current one first: for what is too short to name its own. */
  all(): Promise<KeyObject[]>
  /** The key of a name that may be retired: what it sealed is still to be read, and nothing that it signed counts. */
  findRetired(kid: string): Promise<KeyObject | undefined>
}

/** The name of an entry begins so once its key signs and verifies nothing any more. */
const retired = 'retired-'

/**
 * The signing keys of a secret `{"current": kid, kid: key, other kid: key}`. Tokens are signed with the current one and verified
 * with any, so that a rotation logs nobody out: the old key stays until the last session that began under it is over.
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

  /** Stale keys still serve while Secrets Manager does not answer. */
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

/** A key for one other purpose, so that what is signed for it can never pass as a token. */
export const deriveKey = (key: KeyObject, purpose: string) => createHmac('sha256', key).update(purpose).digest()
