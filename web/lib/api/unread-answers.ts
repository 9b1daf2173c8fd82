import { createListeners } from '../browser/listeners.ts'
import type { CallError } from './call-error.ts'

let last: CallError | undefined
const { notify, subscribe } = createListeners()

/** The answers that this page could not read, for the component that tells people about them. */
export const unreadAnswers = {
  subscribe,
  last: () => last,
  announce(error: CallError) {
    last = error
    notify()
  },
}
