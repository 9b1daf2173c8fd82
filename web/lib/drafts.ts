import { sessionStore } from './session.ts'

/** The IndexedDB of this browser in which unfinished work outlives a reload. */
export const draftsDatabase = 'carelane-drafts'

/** What the entries of this tab's session storage begin with that hold what is typed into a form. */
export const draftsPrefix = 'carelane-form/'

const tabs = new BroadcastChannel('carelane-sign-out')

function dropFormDrafts() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(draftsPrefix)) sessionStorage.removeItem(key)
}
tabs.onmessage = dropFormDrafts

// Signing out leaves nothing of a patient in this browser; a session that only ended keeps what its user had entered.
sessionStore.subscribe(() => {
  const session = sessionStore.read()
  if (session.state !== 'out' || !session.onPurpose) return
  indexedDB.deleteDatabase(draftsDatabase)
  dropFormDrafts()
  tabs.postMessage('signed out')
})
