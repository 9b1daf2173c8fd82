import { createListeners } from '../browser/listeners.ts'

/**
 * `announceSignedOut` tells every listener that the tokens are gone. `onSignedOut` adds a listener and returns a function that
 * removes it.
 */
export const { notify: announceSignedOut, subscribe: onSignedOut } = createListeners()
