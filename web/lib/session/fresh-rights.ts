import { focusManager } from '@tanstack/react-query'
import { lastKnownUserStore } from './last-known.ts'
import { sessionStore } from './session.ts'

const pauseMs = 60_000

function keepLastKnown() {
  const session = sessionStore.read()
  if (session.state === 'in') lastKnownUserStore.keep(session)
  else if (session.state === 'out') lastKnownUserStore.forget()
}
/**
 * Reads the user's rights again when the user comes back to the page and they were last read a minute ago or more, because they may
 * have changed. Keeps the newest in this browser, for the next start.
 */
export function installFreshRights() {
  focusManager.subscribe((isFocused) => {
    if (isFocused) void sessionStore.refreshIfOlder(pauseMs)
  })
  sessionStore.subscribe(keepLastKnown)
  keepLastKnown()
}
