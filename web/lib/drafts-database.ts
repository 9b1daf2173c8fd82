import { sessionStore } from './session.ts'

/** The IndexedDB of this browser in which unfinished work outlives a reload. */
export const draftsDatabase = 'carelane-drafts'

// Signing out leaves nothing of a patient in this browser; a session that only ended keeps what its user had entered.
sessionStore.subscribe(() => {
  const session = sessionStore.read()
  if (session.state === 'out' && session.onPurpose) indexedDB.deleteDatabase(draftsDatabase)
})
