import { draftsDatabase } from '../../../lib/drafts.ts'
import type { CompletionValues } from './completion-values.ts'
import type { Stroke } from './strokes.ts'

/** What was entered at one door, kept until the delivery is completed or the dialog is cancelled. */
export interface CompletionDraft {
  idempotencyKey: string
  values: CompletionValues
  strokes: Stroke[]
  signedAt: string
  photo: File | null
}

interface KeptDraft {
  draft: CompletionDraft
  /** Milliseconds since 1970. */
  keptAt: number
}

const storeName = 'completions'

/** A draft older than a working day belongs to no one at the door any more. */
const lifetimeMs = 12 * 3_600_000

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(draftsDatabase, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
  const database = await settled(opening)
  try {
    return await settled(work(database.transaction(storeName, mode).objectStore(storeName)))
  } finally {
    database.close()
  }
}

/** Of one user and one delivery. Where the browser keeps nothing, there is none, and the dialog works without. */
export function completionDrafts(userId: string, deliveryId: string) {
  const key = `${userId}/${deliveryId}`
  return {
    async read(): Promise<CompletionDraft | undefined> {
      const kept: KeptDraft | undefined = await inStore<KeptDraft | undefined>('readonly', (store) =>
        store.get(key),
      ).catch(() => undefined)
      return kept && Date.now() - kept.keptAt < lifetimeMs ? kept.draft : undefined
    },
    async keep(draft: CompletionDraft) {
      const kept: KeptDraft = { draft, keptAt: Date.now() }
      await inStore('readwrite', (store) => store.put(kept, key)).catch(() => undefined)
    },
    async drop() {
      await inStore('readwrite', (store) => store.delete(key)).catch(() => undefined)
    },
  }
}
