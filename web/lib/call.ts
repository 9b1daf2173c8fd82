import { createCaller } from './caller.ts'
import { exclusively } from './exclusively.ts'
import { announceSignedOut } from './session-events.ts'
import { tokens } from './tokens.ts'

/** Amplify's verbs come with the first call: the login page shows without them. */
const loadTransport = () => import('./amplify-transport.ts')

/** Fetches the verbs while the user still types. */
export const preloadTransport = () => {
  void loadTransport()
}

export const call = createCaller({
  send: async (request) => (await loadTransport()).send(request),
  tokens,
  exclusively,
  now: Date.now,
  signedOut: announceSignedOut,
})
