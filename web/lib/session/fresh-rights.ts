import { focusManager } from '@tanstack/react-query'
import { lastKnown } from './last-known.ts'
import { sessionStore } from './session.ts'

const pauseMs = 60_000

// A change of this user's rights takes effect when the user comes back to the page.
focusManager.subscribe((isFocused) => {
  if (isFocused) void sessionStore.refreshIfOlder(pauseMs)
})

function keepLastKnown() {
  const session = sessionStore.read()
  if (session.state === 'in') lastKnown.keep(session)
  else if (session.state === 'out') lastKnown.forget()
}
sessionStore.subscribe(keepLastKnown)
keepLastKnown()
