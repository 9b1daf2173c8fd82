import { openDB } from 'idb'
import { type DeviceDatabase, type StoredKind, valuesDatabaseName } from './device-databases.ts'
import { deviceKeyOf, knownDeviceKey } from './device-keys.ts'
import { openSealed, seal } from './encrypt-value.ts'

const open = () =>
  openDB<DeviceDatabase>(valuesDatabaseName, 1, { upgrade: (database) => void database.createObjectStore('values') })

async function inDatabase<T>(work: (database: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> {
  const database = await open()
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

/** The least room that a day's actions need, in bytes: sixty signatures and some photos. */
const neededBytes = 30_000_000

/** Keeps one value of each kind for each user, encrypted. */
export const storedValues = {
  /**
   * Keeps a value, until `goesAt` if given (see `forgetOutdated`). Resolves to false if the browser cannot store it: storage is
   * refused or full, or there is no key.
   */
  async keep(owner: string, kind: StoredKind, value: unknown, goesAt?: number): Promise<boolean> {
    try {
      const key = await deviceKeyOf(owner)
      if (!key) return false
      const sealed = await seal(key, owner, value)
      await inDatabase((database) =>
        database.put('values', { owner, ...(goesAt && { goesAt }), ...sealed }, [owner, kind]),
      )
      return true
    } catch {
      return false
    }
  },

  /** Returns a user's value; undefined if there is none that can be read here. */
  async read<T>(owner: string, kind: StoredKind): Promise<T | undefined> {
    try {
      const stored = await inDatabase((database) => database.get('values', [owner, kind]))
      const key = stored && (await knownDeviceKey(owner))
      return key && (await openSealed<T>(key, owner, stored))
    } catch {
      return undefined
    }
  },

  /** Deletes the values of these kinds, of all users. */
  async forget(...kinds: readonly StoredKind[]): Promise<void> {
    try {
      await inDatabase(async (database) => {
        for (const place of await database.getAllKeys('values'))
          if (kinds.includes(place[1])) await database.delete('values', place)
      })
    } catch {
      // The browser stores nothing, so there is nothing to delete.
    }
  },
}

/**
 * Returns whether this browser can keep a day's work of a user until there is a network again. Asks the browser not to throw it
 * away when room gets scarce.
 */
export async function canKeepWork(owner: string): Promise<boolean> {
  void navigator.storage?.persist?.().catch(() => undefined)
  const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {
    quota: neededBytes,
  }
  // A value of its own, because writing the actions again would undo one that is added meanwhile.
  return quota - usage >= neededBytes && (await storedValues.keep(owner, 'trial', ''))
}
