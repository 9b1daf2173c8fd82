import { type DBSchema, openDB } from 'idb'
import { draftsDatabase } from '../../../lib/forms/drafts.ts'
import { type CompletionValues, newCompletionValues } from './completion-values.ts'
import type { Stroke } from './strokes.ts'

/** What was entered at one door, kept until it is sent, or written down to be sent, or the dialog is cancelled. */
export interface CompletionDraft {
  /** By the id of each package of the door: the key with which every attempt sends it, after a reload too. */
  keys: Readonly<Record<string, string>>
  /** Cents by the id of each package that the server has taken, or that waits on this phone. */
  settled: Readonly<Record<string, number>>
  /** Ids of the packages that are not handed over. */
  left: readonly string[]
  values: CompletionValues
  strokes: Stroke[]
  signedAt: string
  photo: File | null
  /** The dialog was open when this was kept: a page that is loaded anew goes on in it. */
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

/** Whether the draft holds a signature, of whatever method. */
export const isSigned = ({ strokes, values }: Pick<CompletionDraft, 'strokes' | 'values'>) =>
  values.signature_method === 'drawn' ? strokes.length > 0 : values.signer_name.trim() !== ''

const hourMs = 3_600_000
/** A draft older than a working day belongs to no one at the door any more. */
const lifetimeMs = 12 * hourMs
/** After so long it is nobody's, whoever it was of. */
const oldestMs = 24 * hourMs

interface DraftsDatabase extends DBSchema {
  /** By the id of the package with which the door was opened first. */
  completions: { key: string; value: KeptDraft }
}

const open = () =>
  openDB<DraftsDatabase>(draftsDatabase, 1, {
    upgrade: (database) => void database.createObjectStore('completions'),
  })

/** Does `work` where the browser keeps something; answers `nothing` elsewhere. */
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

/** What is kept of one user, and still of use. What is too old for everybody is deleted on the way. */
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

/** Of one user and the door of one delivery. Where the browser keeps nothing, there is none, and the dialog works without. */
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

/** The first package's: the same whichever package of the door is opened next. */
const placeOf = ({ keys }: CompletionDraft, deliveryId: string) => Object.values(keys)[0] ?? deliveryId

/** Ids of one user's deliveries that are signed and not sent, and of those whose dialog was open when the page went. */
export async function readDrafts(userId: string) {
  const drafts = await draftsOf(userId)
  const idsOf = (which: (draft: CompletionDraft) => boolean) =>
    drafts
      .filter(which)
      .flatMap(({ keys, settled, left }) => Object.keys(keys).filter((id) => !(id in settled) && !left.includes(id)))
  return { signed: idsOf(isSigned), open: idsOf(({ isOpen }) => isOpen) }
}
