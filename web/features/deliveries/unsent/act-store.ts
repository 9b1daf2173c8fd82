import { type DBSchema, openDB } from 'idb'
import type { UploadedPhoto } from '../../photo/photo-form.ts'
import type { DoorAct } from './door-act.ts'

interface ActsDatabase extends DBSchema {
  /** What users did, such as a completion at a door, in the order in which they did it. */
  acts: { key: number; value: DoorAct }
}

/**
 * Acts have a database of their own. Signing out deletes the database of drafts, but acts must stay on the phone until their user
 * signs in again.
 */
const databaseName = 'carelane-acts'

const open = () =>
  openDB<ActsDatabase>(databaseName, 1, {
    upgrade: (database) => void database.createObjectStore('acts', { autoIncrement: true }),
  })

type Change = (act: DoorAct) => DoorAct | 'drop' | 'keep'

/**
 * Applies `change` to each stored act and then stores the acts that `added` returns, all in one transaction. `added` is given the
 * acts that were not dropped.
 */
async function rewrite(change: Change, added: (left: readonly DoorAct[]) => readonly DoorAct[] = () => []) {
  const database = await open()
  try {
    const transaction = database.transaction('acts', 'readwrite')
    const left: DoorAct[] = []
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

const isSameWork = (one: DoorAct, other: DoorAct) =>
  one.userId === other.userId && one.deliveryId === other.deliveryId && one.work.kind === other.work.kind

/** Stores the acts of users on this phone. An act stays until the server has accepted it or it is removed. */
export const actStore = {
  /**
   * Stores all acts or none, and returns the acts to send. If an act for the same work (the same user, delivery and kind) is
   * already stored, for example by another tab, the stored act is returned instead of the new one. If the server has refused the
   * stored act, the new one replaces it. Resolves to undefined if the browser cannot store anything or has no room.
   */
  keep: async (acts: readonly DoorAct[]): Promise<DoorAct[] | undefined> => {
    let waiting: readonly DoorAct[] = []
    const known = (act: DoorAct) => waiting.find((other) => isSameWork(other, act))
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

  /** Returns one user's acts in the order in which they were done, or an empty list if the browser cannot store anything. */
  async of(userId: string): Promise<DoorAct[]> {
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

  /** Removes an act that the server has accepted. The user's other acts on the same delivery get the delivery's new version. */
  settle: ({ key, deliveryId, userId }: DoorAct, version: number) =>
    rewrite((act) => {
      if (act.key === key) return 'drop'
      return act.deliveryId === deliveryId && act.userId === userId ? { ...act, version } : 'keep'
    }),

  refuse: ({ key }: DoorAct, refusal: string) => rewrite((act) => (act.key === key ? { ...act, refusal } : 'keep')),

  markReported: (key: string) => rewrite((act) => (act.key === key ? { ...act, isReported: true } : 'keep')),

  /** Marks a refused act to be sent again, without a check of the delivery's version. */
  retry: (key: string) =>
    rewrite((act) => {
      const { refusal, isReported, ...rest } = act
      return act.key === key ? { ...rest, version: undefined } : 'keep'
    }),

  /** Records that an act's photo was uploaded, so that the photo is not sent again. */
  noteUpload: ({ key }: DoorAct, uploaded: UploadedPhoto) =>
    rewrite((act) =>
      act.key === key && act.work.kind === 'completion' ? { ...act, work: { ...act.work, uploaded } } : 'keep',
    ),

  remove: (keys: readonly string[]) => rewrite(({ key }) => (keys.includes(key) ? 'drop' : 'keep')),
}
