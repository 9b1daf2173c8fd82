import { draftsDatabase } from '../../../lib/forms/drafts.ts'
import { type CompletionValues, newCompletionValues } from './completion-values.ts'
import type { Stroke } from './strokes.ts'

/** What was entered at one door, kept until the delivery is completed or the dialog is cancelled. */
export interface CompletionDraft {
  idempotencyKey: string
  values: CompletionValues
  strokes: Stroke[]
  signedAt: string
  photo: File | null
  /** The dialog was open when this was kept: a page that is loaded anew goes on in it. */
  isOpen: boolean
  isConfirming: boolean
}

interface KeptDraft {
  draft: Partial<CompletionDraft>
  /** Milliseconds since 1970. */
  keptAt: number
}

export const newDraft = (patientName = ''): CompletionDraft => ({
  idempotencyKey: crypto.randomUUID(),
  values: newCompletionValues(patientName),
  strokes: [],
  signedAt: '',
  photo: null,
  isOpen: true,
  isConfirming: false,
})

/** Whether the draft holds a signature, of whatever method. */
export const isSigned = ({ strokes, values }: Pick<CompletionDraft, 'strokes' | 'values'>) =>
  values.signature_method === 'drawn' ? strokes.length > 0 : values.signer_name.trim() !== ''

const storeName = 'completions'

/** A draft older than a working day belongs to no one at the door any more. */
const lifetimeMs = 12 * 3_600_000

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const opening = indexedDB.open(draftsDatabase, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
  const database = await settled(opening)
  try {
    return await work(database.transaction(storeName, mode).objectStore(storeName))
  } finally {
    database.close()
  }
}

/** A draft that is still of use; one of an earlier release gets what it lacks. */
function usable(kept: KeptDraft | undefined): CompletionDraft | undefined {
  if (!kept || Date.now() - kept.keptAt >= lifetimeMs) return undefined
  return { ...newDraft(), ...kept.draft, values: { ...newCompletionValues(), ...kept.draft.values } }
}

/** Of one user and one delivery. Where the browser keeps nothing, there is none, and the dialog works without. */
export function completionDrafts(userId: string, deliveryId: string) {
  const key = `${userId}/${deliveryId}`
  return {
    read: (): Promise<CompletionDraft | undefined> =>
      inStore('readonly', async (store) => usable(await settled<KeptDraft | undefined>(store.get(key)))).catch(
        () => undefined,
      ),
    async keep(draft: CompletionDraft) {
      const kept: KeptDraft = { draft, keptAt: Date.now() }
      await inStore('readwrite', (store) => settled(store.put(kept, key))).catch(() => undefined)
    },
    async drop() {
      await inStore('readwrite', (store) => settled(store.delete(key))).catch(() => undefined)
    },
  }
}

export interface Unsent {
  /** Ids of the deliveries that are signed and not sent. */
  signed: readonly string[]
  /** Ids of those whose dialog was open when the page went. */
  open: readonly string[]
}

/** What waits in this browser for its user. */
export async function readUnsent(userId: string): Promise<Unsent> {
  const unsent = await inStore('readonly', async (store) => {
    const all = IDBKeyRange.bound(`${userId}/`, `${userId}/\uffff`)
    const [keys, kept] = await Promise.all([settled(store.getAllKeys(all)), settled<KeptDraft[]>(store.getAll(all))])
    return keys.flatMap((key, index) => {
      const draft = usable(kept[index])
      return draft ? [{ id: String(key).slice(userId.length + 1), draft }] : []
    })
  }).catch(() => [])
  const idsOf = (wanted: (draft: CompletionDraft) => boolean) =>
    unsent.filter(({ draft }) => wanted(draft)).map(({ id }) => id)
  return { signed: idsOf(isSigned), open: idsOf(({ isOpen }) => isOpen) }
}
