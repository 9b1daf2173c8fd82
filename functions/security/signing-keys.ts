import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import * as z from 'zod/mini'

const secretShape = z.object({ current: z.string(), keys: z.record(z.string(), z.string()) })

/** How long a read secret is used before it is read again: a rotated key is known everywhere this soon. */
const freshMs = 300_000

export interface SigningKeys {
  current(): Promise<{ kid: string; key: KeyObject }>
  find(kid: string): Promise<KeyObject | undefined>
}

/**
 * The signing keys of a secret `{"current": kid, "keys": {kid: base64 of 32 bytes}}`. Tokens are signed with the current one
 * and verified with any, so that rotation logs nobody out.
 */
export function signingKeys(readSecret: () => Promise<string>, now: () => number): SigningKeys {
  let known: { current: string; keys: Map<string, KeyObject> } | undefined
  let reading: Promise<void> | undefined
  let readAt = Number.NEGATIVE_INFINITY

  async function load() {
    const { current, keys } = secretShape.parse(JSON.parse(await readSecret()))
    const made = Object.entries(keys).map(([kid, key]) => [kid, createSecretKey(Buffer.from(key, 'base64'))] as const)
    known = { current, keys: new Map(made) }
    readAt = now()
  }

  /** Stale keys still serve while Secrets Manager does not answer. */
  async function fresh() {
    if (known && now() - readAt < freshMs) return known
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

  return {
    async current() {
      const { current, keys } = await fresh()
      const key = keys.get(current)
      if (!key) throw new Error(`The signing secret has no key named ${current}`)
      return { kid: current, key }
    },
    find: async (kid) => (await fresh()).keys.get(kid),
  }
}

/** A key for one other purpose, so that what is signed for it can never pass as a token. */
export const deriveKey = (key: KeyObject, purpose: string) => createHmac('sha256', key).update(purpose).digest()
