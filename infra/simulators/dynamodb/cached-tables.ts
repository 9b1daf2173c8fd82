import type { DynaliteStore, TableDescription } from './dynalite.ts'

/**
 * Returns a store that reads each table's description only once, except for a call of `getTable` with `false`. dynalite itself
 * reads and parses the description before every operation, which takes longer than some operations do. The description can be kept
 * because no operation of the simulator changes it once the table is active.
 */
export function withCachedTableDescriptions(store: DynaliteStore): DynaliteStore {
  const cached = new Map<string, TableDescription>()
  return {
    ...store,
    getTable(name, ...rest) {
      if (rest.length === 2) return store.getTable(name, ...rest)
      const [done] = rest
      const table = cached.get(name)
      if (table) return queueMicrotask(() => done(null, table))
      store.getTable(name, (error, read) => {
        if (read) cached.set(name, read)
        done(error, read)
      })
    },
  }
}
