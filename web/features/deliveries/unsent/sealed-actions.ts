import { type DBSchema, openDB } from 'idb'
import { setPhoneHasActions } from '../../../lib/browser/phone-has-actions.ts'
import { runExclusively } from '../../../lib/browser/run-exclusively.ts'
import { longestWaitMs } from '../../../lib/device/device-databases.ts'
import { deviceKeyOf, knownDeviceKey } from '../../../lib/device/device-keys.ts'
import { openSealed, type Sealed, seal } from '../../../lib/device/encrypt-value.ts'
import type { DoorAction, DoorActionContent } from './door-action.ts'

/** What is known of an action without its key. It says nothing about a patient. */
interface ActionOutline extends Pick<DoorAction, 'key' | 'deliveryId' | 'pressedAt' | 'isReported'> {
  kind: DoorActionContent['kind']
}

/** An action of which only the outline is left, because it was not sent for too long. */
interface LostAction {
  owner: string
  about: ActionOutline
}

interface SealedAction extends Sealed {
  /**
   * The id of the user who did the action. It has another name than in an action, so that a page of the release of 2026-11-28, which
   * stored actions as they are, leaves this one alone.
   */
  owner: string
  /** Absent in actions that were stored before 2026-11-29. */
  about?: ActionOutline
  /** When this browser first found an action without an outline, in milliseconds since 1970. */
  foundAt?: number
}

type StoredAction = SealedAction | LostAction | DoorAction

interface ActionsDatabase extends DBSchema {
  /**
   * What users did, such as a completion at a door, in the order in which they did it. Actions that a page of the release of 2026-11-28
   * has stored are not sealed until they are next read.
   */
  acts: { key: number; value: StoredAction }
}

/**
 * Actions have a database of their own. Signing out deletes the database of drafts, but actions must stay on the phone until their user
 * signs in again.
 */
const databaseName = 'carelane-acts'

const open = () =>
  openDB<ActionsDatabase>(databaseName, 1, {
    upgrade: (database) => void database.createObjectStore('acts', { autoIncrement: true }),
  })

const isSealed = (stored: StoredAction): stored is SealedAction => 'data' in stored
const isLost = (stored: StoredAction): stored is LostAction => 'owner' in stored && !isSealed(stored)

const outlineOf = ({ key, deliveryId, pressedAt, isReported, work: { kind } }: DoorAction): ActionOutline => ({
  ...{ key, deliveryId, pressedAt, kind },
  ...(isReported && { isReported }),
})

/** The actions that this page has already opened, by their place. An action with another initialization vector was sealed anew. */
const opened = new Map<number, { iv: string; action: DoorAction }>()

/** Returns an action; undefined if its key is not in this browser, because it is another user's. */
async function openAction(place: number, stored: StoredAction): Promise<DoorAction | undefined> {
  if (isLost(stored)) return undefined
  if (!isSealed(stored)) return stored
  const key = await knownDeviceKey(stored.owner)
  if (!key) return undefined
  const iv = stored.iv.join()
  const known = opened.get(place)
  if (known?.iv === iv) return known.action
  try {
    const action = await openSealed<DoorAction>(key, stored.owner, stored)
    opened.set(place, { iv, action })
    return action
  } catch {
    // It was sealed with a key that the server no longer has.
    return undefined
  }
}

async function sealAction(action: DoorAction): Promise<SealedAction> {
  const key = await deviceKeyOf(action.userId)
  if (!key) throw new Error('There is no key to encrypt with')
  return { owner: action.userId, about: outlineOf(action), ...(await seal(key, action.userId, action)) }
}

type ActionsDatabaseHandle = Awaited<ReturnType<typeof open>>

async function readStored(database: ActionsDatabaseHandle) {
  const transaction = database.transaction('acts')
  const [places, stored] = await Promise.all([transaction.store.getAllKeys(), transaction.store.getAll()])
  return stored.flatMap((one, i) => {
    const place = places[i]
    return place === undefined ? [] : [{ place, stored: one }]
  })
}

async function inDatabase<T>(work: (database: ActionsDatabaseHandle) => Promise<T>): Promise<T> {
  const database = await open()
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

/** Returns the actions that can be read in this browser, in the order in which they were done. Rejects if it stores nothing. */
export const readActions = () =>
  inDatabase(async (database) => {
    const all = await readStored(database)
    const actions = await Promise.all(all.map(({ place, stored }) => openAction(place, stored)))
    return actions.filter((action) => action !== undefined)
  })

/** Returns how many actions are stored in this browser, those of all users. */
export const countActions = () =>
  inDatabase(async (database) => (await readStored(database)).filter(({ stored }) => !isLost(stored)).length)

type ActionChange = (action: DoorAction) => DoorAction | 'drop' | 'keep'

/**
 * Applies `change` to each action that can be read and then stores the actions that `added` returns, all in one transaction. `added` is
 * given the actions that were not dropped. No other tab changes an action meanwhile, because encrypting takes longer than a transaction of
 * the database lives.
 */
export const rewriteActions = (
  change: ActionChange,
  added: (left: readonly DoorAction[]) => readonly DoorAction[] = () => [],
): Promise<void> =>
  runExclusively('carelane-act-store', () =>
    inDatabase(async (database) => {
      const all = await readStored(database)
      const left: DoorAction[] = []
      const dropped: number[] = []
      const replaced: [place: number, act: SealedAction][] = []
      for (const { place, stored } of all) {
        const action = await openAction(place, stored)
        if (!action) continue
        const next = change(action)
        if (next === 'drop') {
          dropped.push(place)
          continue
        }
        const saved = next === 'keep' ? action : next
        left.push(saved)
        if (next !== 'keep') replaced.push([place, await sealAction(saved)])
      }
      const more = await Promise.all(added(left).map(sealAction))
      const { store, done } = database.transaction('acts', 'readwrite')
      await Promise.all([
        ...dropped.map((place) => store.delete(place)),
        ...replaced.map(([place, action]) => store.put(action, place)),
        ...more.map((action) => store.add(action)),
        done,
      ])
      for (const place of dropped) opened.delete(place)
      const count = all.filter(({ stored }) => !isLost(stored)).length
      setPhoneHasActions(count - dropped.length + more.length > 0)
    }),
  )

/** Encrypts the actions of a user that a page of the release of 2026-11-28 has stored as they are. */
export async function sealPlainActions(userId: string): Promise<void> {
  const hasPlain = await inDatabase(async (database) =>
    (await readStored(database)).some(({ stored }) => 'userId' in stored && stored.userId === userId),
  )
  if (hasPlain) await rewriteActions((action) => (action.userId === userId ? { ...action } : 'keep'))
}

/**
 * Deletes the actions of all users that are older than 30 days, also those that cannot be read. Keeps the outlines of those that the
 * pharmacy does not have. An action without an outline stays for 30 days from now on. Resolves to true if it has deleted any.
 */
export const dropOldActions = () =>
  runExclusively('carelane-act-store', () =>
    inDatabase(async (database) => {
      let isAnyOld = false
      for (const { place, stored } of await readStored(database)) {
        if (isLost(stored)) continue
        const about = isSealed(stored) ? stored.about : outlineOf(stored)
        const owner = isSealed(stored) ? stored.owner : stored.userId
        const foundAt = (isSealed(stored) && stored.foundAt) || Date.now()
        if (!about && isSealed(stored) && !stored.foundAt) await database.put('acts', { ...stored, foundAt }, place)
        if ((about ? Date.parse(about.pressedAt) : foundAt) > Date.now() - longestWaitMs) continue
        // The pharmacy has what was reported, and a report without it would replace that.
        if (!about || about.isReported) await database.delete('acts', place)
        else await database.put('acts', { owner, about }, place)
        opened.delete(place)
        isAnyOld = true
      }
      return isAnyOld
    }),
  )

const lostIn = async (database: ActionsDatabaseHandle) =>
  (await readStored(database)).flatMap(({ place, stored }) => (isLost(stored) ? [{ place, ...stored }] : []))

/** Returns the outlines of a user's actions that `dropOldActions` has deleted. */
export const lostActionsOf = (userId: string) =>
  inDatabase(async (database) =>
    (await lostIn(database)).filter(({ owner }) => owner === userId).map(({ about }) => about),
  )

export const forgetLostAction = (key: string) =>
  inDatabase(async (database) => {
    for (const { place, about } of await lostIn(database)) if (about.key === key) await database.delete('acts', place)
  })
