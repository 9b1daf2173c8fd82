import type { Store, Table } from './dynalite.ts'

/**
 * A store that reads each table's description once. dynalite reads it before every operation, and parses it for longer than
 * some of them take. No operation of the simulator changes a table that is active.
 */
export function keepTables(store: Store): Store {
  const kept = new Map<string, Table>()
  return {
    ...store,
    getTable(name, ...rest) {
      if (rest.length === 2) return store.getTable(name, ...rest)
      const [done] = rest
      const table = kept.get(name)
      if (table) return queueMicrotask(() => done(null, table))
      store.getTable(name, (error, read) => {
        if (read) kept.set(name, read)
        done(error, read)
      })
    },
  }
}
