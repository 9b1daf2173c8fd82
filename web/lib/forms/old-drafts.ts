import { draftsDatabaseName } from './drafts.ts'

const dayMs = 86_400_000

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const isOld = (kept: unknown) =>
  typeof kept === 'object' &&
  kept !== null &&
  'keptAt' in kept &&
  typeof kept.keptAt === 'number' &&
  Date.now() - kept.keptAt >= dayMs

/**
 * Deletes all drafts in the database that are a day old or more, of all users, whatever the reason why they were left behind.
 * Drafts contain names, signatures and photos, so none may stay in a browser for long.
 */
export async function deleteOldDrafts(): Promise<void> {
  const opening = indexedDB.open(draftsDatabaseName)
  let isMissing = false
  // Opening a database that does not exist would create it.
  opening.onupgradeneeded = () => {
    isMissing = true
    opening.transaction?.abort()
  }
  const database = await settled(opening).catch((error: unknown) => {
    if (!isMissing) throw error
  })
  if (!database) return
  try {
    for (const name of database.objectStoreNames) {
      const store = database.transaction(name, 'readwrite').objectStore(name)
      for (let cursor = await settled(store.openCursor()); cursor; cursor = await nextOf(cursor)) {
        if (isOld(cursor.value)) cursor.delete()
      }
    }
  } finally {
    database.close()
  }
}

function nextOf(cursor: IDBCursorWithValue): Promise<IDBCursorWithValue | null> {
  const next = settled<IDBCursorWithValue | null>(cursor.request)
  cursor.continue()
  return next
}
