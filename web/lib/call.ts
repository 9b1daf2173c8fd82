import { createCaller } from './caller.ts'
import { exclusively } from './exclusively.ts'
import { announceSignedOut } from './session-events.ts'
import { tokens } from './tokens.ts'

/** In a chunk of its own, asked for at once: it comes beside the code that makes the first call. */
const transport = import('./amplify-transport.ts')

/** The one way to call the API, typed from the contract. Rejects with a CallError. */
export const call = createCaller({
  send: async (request) => (await transport).send(request),
  tokens,
  exclusively,
  now: Date.now,
  signedOut: announceSignedOut,
})
