import { createContext, useContext, useSyncExternalStore } from 'react'
import type { AccessRule } from '#shared/rules/permissions.ts'
import { connection } from '../browser/connection.ts'
import { loadPart } from '../browser/load-part.ts'
import { setShownTimeZone } from '../browser/shown-time-zone.ts'
import { hasUnsavedWork } from '../forms/unsaved-work.ts'
import { announceSignedOut, onSignedOut } from './session-events.ts'
import { createSessionStore, hasPermission, meetsAccessRule, type SignedInState } from './session-store.ts'
import { setTimeRanges } from './shown-time-ranges.ts'
import { pageTokenCookies } from './tokens.ts'

const importAccountCalls = () => import('./account-calls.ts')

/** Loads the code with the API calls of a session, such as signing in and out. */
export const loadAccountCalls = async () => (await loadPart(importAccountCalls)).accountCalls

export const sessionStore = createSessionStore({
  loadAccountCalls,
  tokens: pageTokenCookies,
  onSignedOut,
  announceSignedOut,
  hasUnsavedWork,
  noteLoss: connection.noteLoss,
  readStored: async () => (await import('../device/stored-session.ts')).readStoredSession(),
  now: () => performance.now(),
})

/** Sets the time zone and the time ranges of a session, and reads the session again when the network returns. */
export function installSession() {
  // Subscribes before any screen does, so that both are set before a screen renders times.
  sessionStore.subscribe(() => {
    const session = sessionStore.read()
    if (session.state !== 'in') return
    setShownTimeZone(session.tenant.time_zone)
    setTimeRanges(session.tenant.time_ranges)
  })
  addEventListener('online', () => {
    if (sessionStore.read().state === 'failed') void sessionStore.start()
    else void sessionStore.refreshIfOlder(0)
  })
}

/** The ended session, for pages that stay hidden until their user signs in again. The session in the store has already ended. */
export const HiddenPagesSessionContext = createContext<SignedInState | undefined>(undefined)

/** Returns the current session, or the ended one in hidden pages, and functions that check its permissions. */
export function useSession() {
  const hiddenPagesSession = useContext(HiddenPagesSessionContext)
  const session = useSyncExternalStore(sessionStore.subscribe, () => hiddenPagesSession ?? sessionStore.read())
  return {
    ...session,
    has: (permission: string) => hasPermission(session, permission),
    hasAny: (rule: AccessRule) => meetsAccessRule(session, rule),
  }
}

/** Returns the session on screens that only signed-in users see. Throws elsewhere. */
export function useSignedInSession(): SignedInState & Pick<ReturnType<typeof useSession>, 'has' | 'hasAny'> {
  const session = useSession()
  if (session.state !== 'in') throw new Error('Rendered outside the signed-in guard')
  return session
}
