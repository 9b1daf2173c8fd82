import { createCaller } from './caller.ts'
import { exclusively } from './exclusively.ts'
import { knownAnswers } from './known-answers.ts'
import { release } from './release.ts'
import { reload } from './reload.ts'
import { sessionStore } from './session.ts'
import { announceSignedOut } from './session-events.ts'
import { tokens } from './tokens.ts'
import { unreadAnswers } from './unread-answers.ts'

/** Amplify's code is a chunk of its own. */
const loadTransport = () => import('./amplify-transport.ts')

// Requested at once, beside the code that makes the first call. If it fails here, the first call loads it again.
loadTransport().catch(() => undefined)

/** The one way to call the API, typed from the contract. Rejects with a CallError. */
export const call = createCaller({
  send: async (request) => (await loadTransport()).send(request),
  tokens,
  exclusively,
  now: () => performance.now(),
  known: knownAnswers,
  signedOut: announceSignedOut,
  owner: () => {
    const session = sessionStore.read()
    return session.state === 'in' ? session.user.id : undefined
  },
  overtaken: reload,
  release,
  unread: unreadAnswers.announce,
})
