/** The listeners of a value that changes, in the form that `useSyncExternalStore` takes. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    notify() {
      for (const listener of listeners) listener()
    },
    /** Returns how to stop. */
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
