import type { CallError } from './call-error.ts'

let last: CallError | undefined
const listeners = new Set<() => void>()

/** What the page has met and cannot read, for whoever tells people of it. */
export const unreadAnswers = {
  last: () => last,
  announce(error: CallError) {
    last = error
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
