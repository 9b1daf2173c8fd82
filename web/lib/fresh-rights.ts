import { focusManager } from '@tanstack/react-query'
import { sessionStore } from './session.ts'

const pauseMs = 60_000

// A change of this user's rights shows when they come back to the page.
focusManager.subscribe((isFocused) => {
  if (isFocused) void sessionStore.refreshIfOlder(pauseMs)
})
