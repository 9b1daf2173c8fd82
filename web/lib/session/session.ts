import { createContext, useContext, useSyncExternalStore } from 'react'
import type { AccessRule } from '#shared/rules/permissions.ts'
import { setShownTimeZone } from '../browser/format.ts'
import { loadPart } from '../browser/load-part.ts'
import { hasUnsavedWork } from '../forms/unsaved-work.ts'
import { announceSignedOut, onSignedOut } from './session-events.ts'
import { createSessionStore, hasPermission, meetsAccessRule, type SignedInState } from './session-store.ts'
import { pageTokens } from './tokens.ts'

/** Loads the code with the API calls that signing in needs. */
export const loadAccountCalls = async () => (await loadPart(() => import('./account-calls.ts'))).accountCalls

export const sessionStore = createSessionStore({
  loadAccountCalls,
  tokens: pageTokens,
  onSignedOut,
  announceSignedOut,
  hasUnsavedWork,
  now: () => performance.now(),
})

// Subscribe before any screen does, so that each screen renders times in its organisation's zone.
sessionStore.subscribe(() => {
  const session = sessionStore.read()
  if (session.state === 'in') setShownTimeZone(session.tenant.time_zone)
})

// A start that failed is retried when the network returns.
addEventListener('online', () => {
  if (sessionStore.read().state === 'failed') void sessionStore.start()
})

/** The session of pages that stay hidden until their user has signed in again. The store's own session has ended by then. */
export const HiddenPagesSession = createContext<SignedInState | undefined>(undefined)

/** The current session and its permissions. */
export function useSession() {
  const kept = useContext(HiddenPagesSession)
  const session = useSyncExternalStore(sessionStore.subscribe, () => kept ?? sessionStore.read())
  return {
    ...session,
    has: (permission: string) => hasPermission(session, permission),
    hasAny: (rule: AccessRule) => meetsAccessRule(session, rule),
  }
}

/** The session on screens that only signed-in users see. */
export function useSignedInSession(): SignedInState & Pick<ReturnType<typeof useSession>, 'has' | 'hasAny'> {
  const session = useSession()
  if (session.state !== 'in') throw new Error('Rendered outside the signed-in guard')
  return session
}
