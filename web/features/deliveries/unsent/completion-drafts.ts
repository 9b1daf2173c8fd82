import { type DBSchema, openDB } from 'idb'
import { draftsDatabase } from '../../../lib/forms/drafts.ts'
import { type CompletionValues, newCompletionValues } from './completion-values.ts'
import type { Stroke } from './strokes.ts'

/** The values entered at one door. Stored until they are sent or stored as acts, or until the dialog is cancelled. */
export interface CompletionDraft {
  /** For each package of the door, by its id, the idempotency key of all its attempts, also after a reload. */
  keys: Readonly<Record<string, string>>
  /** Cents by the id of each package that the server has accepted, or that waits on this phone. */
  settled: Readonly<Record<string, number>>
  /** Ids of the packages that are not handed over. */
  left: readonly string[]
  values: CompletionValues
  strokes: Stroke[]
  signedAt: string
  photo: File | null
  /** The dialog was open when the draft was stored, so a reloaded page opens it again. */
  isOpen: boolean
  isConfirming: boolean
}

interface KeptDraft {
  userId: string
  draft: CompletionDraft
  /** Milliseconds since 1970. */
  keptAt: number
}

export const newDraft = (): CompletionDraft => ({
  ...{ keys: {}, settled: {}, left: [], strokes: [], signedAt: '', photo: null },
  values: newCompletionValues(),
  isOpen: true,
  isConfirming: false,
})

/** Whether the draft has a signature, by any method. */
export const isSigned = ({ strokes, values }: Pick<CompletionDraft, 'strokes' | 'values'>) =>
  values.signature_method === 'drawn' ? strokes.length > 0 : values.signer_name.trim() !== ''

const hourMs = 3_600_000
/** After a working day, nobody is at that door any more. */
const lifetimeMs = 12 * hourMs
/** After this time a draft is deleted, whoever made it. */
const oldestMs = 24 * hourMs

interface DraftsDatabase extends DBSchema {
  /** By the id of the package with which the door was first opened. */
  completions: { key: string; value: KeptDraft }
}

const open = () =>
  openDB<DraftsDatabase>(draftsDatabase, 1, {
    upgrade: (database) => void database.createObjectStore('completions'),
  })

/** Runs `work` if the browser has a database; otherwise returns `nothing`. */
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

/** The drafts of one user that are not outdated. Deletes drafts that are too old for everybody. */
const draftsOf = (userId: string) =>
  inDatabase(async (database) => {
    const [keys, kept] = [await database.getAllKeys('completions'), await database.getAll('completions')]
    const age = ({ keptAt }: KeptDraft) => Date.now() - keptAt
    for (const [i, draft] of kept.entries()) {
      const key = keys[i]
      if (key !== undefined && age(draft) >= oldestMs) await database.delete('completions', key)
    }
    return kept.filter((one) => one.userId === userId && age(one) < lifetimeMs).map(({ draft }) => draft)
  }, [])

const isOf = (deliveryId: string) => (draft: CompletionDraft) =>
  deliveryId in draft.keys && !(deliveryId in draft.settled)

/** The drafts of one user at one delivery's door. If the browser stores nothing, there are none, and the dialog works without. */
export const completionDrafts = (userId: string, deliveryId: string) => ({
  read: async (): Promise<CompletionDraft | undefined> => (await draftsOf(userId)).find(isOf(deliveryId)),
  keep: (draft: CompletionDraft) =>
    inDatabase(async (database) => {
      const kept: KeptDraft = { userId, draft, keptAt: Date.now() }
      await database.put('completions', kept, placeOf(draft, deliveryId))
    }, undefined),
  drop: (draft: CompletionDraft) =>
    inDatabase((database) => database.delete('completions', placeOf(draft, deliveryId)), undefined),
})

/** The id of the first package, so that it is the same whichever package of the door is opened next. */
const placeOf = ({ keys }: CompletionDraft, deliveryId: string) => Object.values(keys)[0] ?? deliveryId

/** Ids of one user's deliveries that are signed but not sent, and of those whose dialog was open when the page was closed. */
export async function readDrafts(userId: string) {
  const drafts = await draftsOf(userId)
  const idsOf = (which: (draft: CompletionDraft) => boolean) =>
    drafts
      .filter(which)
      .flatMap(({ keys, settled, left }) => Object.keys(keys).filter((id) => !(id in settled) && !left.includes(id)))
  return { signed: idsOf(isSigned), open: idsOf(({ isOpen }) => isOpen) }
}
