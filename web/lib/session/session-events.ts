import { createListeners } from '../browser/listeners.ts'

/** Tells every listener that the tokens are gone, and calls a listener whenever a session ends; `onSignedOut` returns how to stop. */
export const { notify: announceSignedOut, subscribe: onSignedOut } = createListeners()
