/** Creates a set of listeners to a changing value, with the `subscribe` function that `useSyncExternalStore` needs. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    notify() {
      for (const listener of listeners) listener()
    },
    /** Returns a function that removes the listener. */
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
