import { send } from './amplify-transport.ts'
import { createCaller } from './caller.ts'
import { exclusively } from './exclusively.ts'
import { announceSignedOut } from './session-events.ts'
import { tokens } from './tokens.ts'

/** The one way to call the API, typed from the contract. Rejects with a CallError. */
export const call = createCaller({ send, tokens, exclusively, now: Date.now, signedOut: announceSignedOut })
