import { focusManager } from '@tanstack/react-query'
import { sessionStore } from './session.ts'

const pauseMs = 60_000

// What others have changed of this user's rights shows when he comes back to the page.
focusManager.subscribe((isFocused) => {
  if (isFocused) void sessionStore.refreshIfOlder(pauseMs)
})
