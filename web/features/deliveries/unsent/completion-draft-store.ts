import { openDB } from 'idb'
import { runExclusively } from '../../../lib/browser/run-exclusively.ts'
import {
  type DraftsDatabase,
  draftLifetimeMs,
  draftsDatabaseName,
  type StoredDraft,
} from '../../../lib/device/device-databases.ts'
import { deviceKeyOf } from '../../../lib/device/device-keys.ts'
import { openSealed, seal } from '../../../lib/device/encrypt-value.ts'
import { type CompletionValues, newCompletionValues } from './completion-values.ts'
import type { Stroke } from './strokes.ts'

/**
 * The values that were entered at one door. A draft is deleted once all packages that are handed over have been sent or stored for
 * sending, when the user discards it or signs out, or when it has become too old.
 */
export interface CompletionDraft {
  /** The idempotency key of each package of the door, by the package's id. Every attempt uses the same key, also after a reload. */
  keys: Readonly<Record<string, string>>
  /** The collected cents by the id of the package, for each package that the server has accepted or that waits on this phone. */
  settled: Readonly<Record<string, number>>
  /** The ids of the packages that will not be handed over. */
  left: readonly string[]
  values: CompletionValues
  strokes: Stroke[]
  signedAt: string
  photo: File | null
  /** Whether the dialog was open when the draft was stored. If so, a reloaded page opens the dialog again. */
  isOpen: boolean
  isConfirming: boolean
}

export const newCompletionDraft = (): CompletionDraft => ({
  ...{ keys: {}, settled: {}, left: [], strokes: [], signedAt: '', photo: null },
  values: newCompletionValues(),
  isOpen: true,
  isConfirming: false,
})

/** Whether the draft has a signature, by any method. */
export const isSigned = ({ strokes, values }: Pick<CompletionDraft, 'strokes' | 'values'>) =>
  values.signature_method === 'drawn' ? strokes.length > 0 : values.signer_name.trim() !== ''

const open = () =>
  openDB<DraftsDatabase>(draftsDatabaseName, 1, {
    upgrade: (database) => void database.createObjectStore('completions'),
  })

/** Runs `work` on the database of drafts. Returns `nothing` if that fails, for instance because the browser allows no database. */
async function inDatabase<T>(work: (database: Awaited<ReturnType<typeof open>>) => Promise<T>, nothing: T): Promise<T> {
  try {
    const database = await open()
    try {
      return await work(database)
    } finally {
      database.close()
    }
  } catch {
    return nothing
  }
}

/** Returns a draft if it is this user's and can be read. */
async function openDraft(userId: string, stored: StoredDraft): Promise<CompletionDraft | undefined> {
  const key = stored.owner === userId ? await deviceKeyOf(userId) : undefined
  return key && openSealed<CompletionDraft>(key, userId, stored).catch(() => undefined)
}

/** Returns one user's drafts of the last 12 hours. */
const draftsOf = (userId: string) =>
  inDatabase(async (database) => {
    const stored = (await database.getAll('completions')).filter(({ keptAt }) => Date.now() - keptAt < draftLifetimeMs)
    const drafts = await Promise.all(stored.map((one) => openDraft(userId, one)))
    return drafts.filter((draft) => draft !== undefined)
  }, [])

/** Changes the drafts one after the other: encrypting takes a moment, and a draft must not come back after it was deleted. */
const inOrder = (work: (database: Awaited<ReturnType<typeof open>>) => Promise<void>) =>
  runExclusively(draftsDatabaseName, () => inDatabase(work, undefined))

const isOf = (deliveryId: string) => (draft: CompletionDraft) =>
  deliveryId in draft.keys && !(deliveryId in draft.settled)

/**
 * Returns functions that read, store and delete one user's draft at one delivery's door. If the browser cannot store anything, the
 * completion dialog works without drafts.
 */
export const completionDraftStore = (userId: string, deliveryId: string) => ({
  read: async (): Promise<CompletionDraft | undefined> => (await draftsOf(userId)).find(isOf(deliveryId)),
  keep: (draft: CompletionDraft) =>
    inOrder(async (database) => {
      const keptAt = Date.now()
      const key = await deviceKeyOf(userId)
      if (!key) return
      const stored: StoredDraft = { owner: userId, keptAt, ...(await seal(key, userId, draft)) }
      await database.put('completions', stored, placeOf(draft, deliveryId))
    }),
  drop: (draft: CompletionDraft) => inOrder((database) => database.delete('completions', placeOf(draft, deliveryId))),
})

/** Returns the database key of a draft: the idempotency key of the door's first package, so that all packages share one draft. */
const placeOf = ({ keys }: CompletionDraft, deliveryId: string) => Object.values(keys)[0] ?? deliveryId

/**
 * Returns the ids of one user's deliveries that are signed but not sent, and of the deliveries whose completion dialog was open
 * when their draft was last stored.
 */
export async function readDraftedDeliveryIds(userId: string) {
  const drafts = await draftsOf(userId)
  const idsOf = (which: (draft: CompletionDraft) => boolean) =>
    drafts
      .filter(which)
      .flatMap(({ keys, settled, left }) => Object.keys(keys).filter((id) => !(id in settled) && !left.includes(id)))
  return { signed: idsOf(isSigned), open: idsOf(({ isOpen }) => isOpen) }
}
