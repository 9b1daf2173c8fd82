import { type DBSchema, openDB } from 'idb'
import type { Uploaded } from '../../photo/photo-form.ts'
import type { Act } from './act.ts'

interface ActsDatabase extends DBSchema {
  /** In the order in which they were done. */
  acts: { key: number; value: Act }
}

/** Signing out empties the database of drafts. Acts lie in one of their own: they wait for their person. */
const databaseName = 'carelane-acts'

const open = () =>
  openDB<ActsDatabase>(databaseName, 1, {
    upgrade: (database) => void database.createObjectStore('acts', { autoIncrement: true }),
  })

type Change = (act: Act) => Act | 'drop' | 'keep'

/** Changes all acts in one transaction, and adds some. */
async function rewrite(change: Change, added: (left: readonly Act[]) => readonly Act[] = () => []) {
  const database = await open()
  try {
    const transaction = database.transaction('acts', 'readwrite')
    const left: Act[] = []
    for (let cursor = await transaction.store.openCursor(); cursor; cursor = await cursor.continue()) {
      const next = change(cursor.value)
      if (next === 'drop') await cursor.delete()
      else left.push(next === 'keep' ? cursor.value : next)
      if (typeof next === 'object') await cursor.update(next)
    }
    for (const act of added(left)) await transaction.store.add(act)
    await transaction.done
  } finally {
    database.close()
  }
}

const isSameWork = (one: Act, other: Act) =>
  one.userId === other.userId && one.deliveryId === other.deliveryId && one.work.kind === other.work.kind

/** What this phone keeps of what people did at doors. */
export const actStore = {
  /**
   * Keeps all of them or none, and answers what is to be sent: what waits already, from another tab, in place of the same work done
   * again. What was refused makes room for its next try. Undefined where the browser keeps nothing, or has no room.
   */
  keep: async (acts: readonly Act[]): Promise<Act[] | undefined> => {
    let waiting: readonly Act[] = []
    const known = (act: Act) => waiting.find((other) => isSameWork(other, act))
    try {
      await rewrite(
        (old) => (old.refusal !== undefined && acts.some((act) => isSameWork(act, old)) ? 'drop' : 'keep'),
        (left) => {
          waiting = left
          return acts.filter((act) => !known(act))
        },
      )
      return acts.map((act) => known(act) ?? act)
    } catch {
      return undefined
    }
  },

  /** One person's, in their order; none where the browser keeps nothing. */
  async of(userId: string): Promise<Act[]> {
    try {
      const database = await open()
      try {
        return (await database.getAll('acts')).filter((act) => act.userId === userId)
      } finally {
        database.close()
      }
    } catch {
      return []
    }
  },

  /** The server has taken it: what was done after it at the same door goes by the version that it made. */
  settle: ({ key, deliveryId, userId }: Act, version: number) =>
    rewrite((act) => {
      if (act.key === key) return 'drop'
      return act.deliveryId === deliveryId && act.userId === userId ? { ...act, version } : 'keep'
    }),

  refuse: ({ key }: Act, refusal: string) => rewrite((act) => (act.key === key ? { ...act, refusal } : 'keep')),

  markReported: (key: string) => rewrite((act) => (act.key === key ? { ...act, isReported: true } : 'keep')),

  /** Tries what was refused anew, on whatever the delivery has become. */
  retry: (key: string) =>
    rewrite((act) => {
      const { refusal, isReported, ...rest } = act
      return act.key === key ? { ...rest, version: undefined } : 'keep'
    }),

  /** A photo that lies with the server is not sent again. */
  noteUpload: ({ key }: Act, uploaded: Uploaded) =>
    rewrite((act) =>
      act.key === key && act.work.kind === 'completion' ? { ...act, work: { ...act.work, uploaded } } : 'keep',
    ),

  remove: (keys: readonly string[]) => rewrite(({ key }) => (keys.includes(key) ? 'drop' : 'keep')),
}
