import { phoneHasActions } from '../browser/phone-has-actions.ts'
import { withStorage } from '../browser/with-storage.ts'
import { clearDeviceKeys } from '../device/clear-device-keys.ts'
import { draftsDatabaseName } from '../device/device-databases.ts'
import { sessionStore } from '../session/session.ts'

/** The prefix of the keys of unsaved forms in this tab's session storage. */
export const draftsPrefix = 'carelane-form/'

const dropFormDrafts = () =>
  withStorage(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(draftsPrefix)) sessionStorage.removeItem(key)
  }, undefined)

/**
 * Removes all drafts from this browser, in every tab, when the user signs out, because they may contain patients' data. When a
 * session merely expires, its user's drafts are kept. Also removes the keys of what else this browser keeps, unless actions wait to be
 * sent after a session that has ended. This needs no part of the app that is loaded on demand.
 */
export function installDraftRemoval() {
  const tabs = new BroadcastChannel('carelane-sign-out')
  tabs.onmessage = dropFormDrafts
  sessionStore.subscribe(() => {
    const session = sessionStore.read()
    if (session.state !== 'out') return
    if (session.onPurpose || !phoneHasActions()) clearDeviceKeys()
    if (!session.onPurpose) return
    indexedDB.deleteDatabase(draftsDatabaseName)
    dropFormDrafts()
    tabs.postMessage('signed out')
  })
}
