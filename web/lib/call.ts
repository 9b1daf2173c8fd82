import { createCaller } from './caller.ts'
import { exclusively } from './exclusively.ts'
import { release } from './release.ts'
import { announceSignedOut } from './session-events.ts'
import { tokens } from './tokens.ts'
import { unreadAnswers } from './unread-answers.ts'

/** In a chunk of its own. */
const loadTransport = () => import('./amplify-transport.ts')

// At once: it comes beside the code that makes the first call, which asks for it again if it has not come.
loadTransport().catch(() => undefined)

/** The one way to call the API, typed from the contract. Rejects with a CallError. */
export const call = createCaller({
  send: async (request) => (await loadTransport()).send(request),
  tokens,
  exclusively,
  now: () => performance.now(),
  signedOut: announceSignedOut,
  release,
  unread: unreadAnswers.announce,
})
