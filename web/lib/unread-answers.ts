import type { CallError } from './call-error.ts'

let last: CallError | undefined
const listeners = new Set<() => void>()

/** The answers that this page could not read, for the component that tells people about them. */
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
