import { focusManager } from '@tanstack/react-query'
import { lastKnownUserStore } from './last-known.ts'
import { sessionStore } from './session.ts'

const pauseMs = 60_000

// When the user comes back to the page, read the rights again if they were last read a minute ago or more, because they may have
// changed.
focusManager.subscribe((isFocused) => {
  if (isFocused) void sessionStore.refreshIfOlder(pauseMs)
})

function keepLastKnown() {
  const session = sessionStore.read()
  if (session.state === 'in') lastKnownUserStore.keep(session)
  else if (session.state === 'out') lastKnownUserStore.forget()
}
sessionStore.subscribe(keepLastKnown)
keepLastKnown()
