import { type DBSchema, openDB } from 'idb'
import { deviceKeyOf, knownDeviceKey } from './device-keys.ts'
import { openSealed, type Sealed, seal } from './seal.ts'

/** What a browser keeps of a user so that the app opens without a network. */
type KeptKind = 'session' | 'run'

interface KeptValue extends Sealed {
  owner: string
}

interface KeptDatabase extends DBSchema {
  values: { key: KeptKind; value: KeptValue }
}

const databaseName = 'carelane-kept'

const open = () =>
  openDB<KeptDatabase>(databaseName, 1, { upgrade: (database) => void database.createObjectStore('values') })

/** Keeps one value of each kind, of one user at a time, encrypted. If the browser cannot store anything, nothing is kept. */
export const keptValues = {
  async keep(owner: string, kind: KeptKind, value: unknown): Promise<void> {
    try {
      const key = await deviceKeyOf(owner)
      if (!key) return
      const sealed = await seal(key, owner, value)
      const database = await open()
      try {
        await database.put('values', { owner, ...sealed }, kind)
      } finally {
        database.close()
      }
    } catch {
      // Storage is refused or full. The page says so before the run starts.
    }
  },

  /** Returns the value and its owner; undefined if there is none that can be read here. */
  async read<T>(kind: KeptKind): Promise<{ owner: string; value: T } | undefined> {
    try {
      const database = await open()
      try {
        const kept = await database.get('values', kind)
        const key = kept && (await knownDeviceKey(kept.owner))
        return key && { owner: kept.owner, value: await openSealed<T>(key, kept.owner, kept) }
      } finally {
        database.close()
      }
    } catch {
      return undefined
    }
  },

  async forget(...kinds: readonly KeptKind[]): Promise<void> {
    try {
      const database = await open()
      try {
        for (const kind of kinds) await database.delete('values', kind)
      } finally {
        database.close()
      }
    } catch {
      // There is nothing to forget.
    }
  },
}
