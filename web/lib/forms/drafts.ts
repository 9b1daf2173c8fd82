import { withStorage } from '../browser/with-storage.ts'
import { sessionStore } from '../session/session.ts'

/** The IndexedDB of this browser in which unfinished work outlives a reload. */
export const draftsDatabase = 'carelane-drafts'

/** The prefix of the entries in this tab's session storage that keep unsaved forms. */
export const draftsPrefix = 'carelane-form/'

const tabs = new BroadcastChannel('carelane-sign-out')

const dropFormDrafts = () =>
  withStorage(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(draftsPrefix)) sessionStorage.removeItem(key)
  }, undefined)
tabs.onmessage = dropFormDrafts

// Signing out leaves nothing about a patient in this browser, in no tab. A session that merely ended keeps its user's drafts.
sessionStore.subscribe(() => {
  const session = sessionStore.read()
  if (session.state !== 'out' || !session.onPurpose) return
  indexedDB.deleteDatabase(draftsDatabase)
  dropFormDrafts()
  tabs.postMessage('signed out')
})
