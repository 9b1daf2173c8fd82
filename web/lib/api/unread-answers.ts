import { createListeners } from '../browser/listeners.ts'
import type { CallError } from './call-error.ts'

let last: CallError | undefined
const { notify, subscribe } = createListeners()

/** Passes the errors of responses that this page could not read to the component that reports them to the user. */
export const unreadableAnswerErrorStore = {
  subscribe,
  last: () => last,
  announce(error: CallError) {
    last = error
    notify()
  },
}
