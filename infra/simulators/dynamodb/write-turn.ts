import type { Done, Part, Store, Table, Write } from 'dynalite/db/index.js'

/** Does the work alone, and then commits what it wrote and noted, all or nothing. */
export type WriteTurn = <Value>(work: (store: Store, notes: Write[]) => Promise<Value>) => Promise<Value>

/**
 * dynalite writes an item and its index entries one after the other. In a turn its actions get a store that only notes
 * their writes, and the notes go to the disk as one LevelDB batch. A batch is one record of LevelDB's log: a process
 * killed at any point leaves it there whole or not at all. It is with the system, though not yet on the platter, when
 * the turn ends: an acknowledged write survives the process, and only a machine that loses its power may forget it.
 */
export function writeTurns(store: Store): WriteTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(async () => {
      const notes: Write[] = []
      const value = await work(notingStore(store, notes), notes)
      await store.db.batch(notes)
      return value
    })
    last = turn.catch(() => undefined)
    return turn
  }
}

/** Reads from the store, writes to the notes, under the key prefixes that dynalite's store gives its parts. */
export function notingStore(store: Store, notes: Write[]): Store {
  function noting<Value>(part: Part<Value>, prefix: string, asKept = (value: Value) => value): Part<Value> {
    return {
      ...part,
      lock: (_key, whenLocked) => whenLocked((done) => done),
      put: (key, value, done) => note({ type: 'put', key: prefix + key, value: asKept(value) }, done),
      del: (key, done) => note({ type: 'del', key: prefix + key }, done),
    }
  }
  function note(write: Write, done: Done) {
    notes.push(write)
    done()
  }
  return {
    ...store,
    tableDb: noting(store.tableDb, 'table~', asActive),
    getItemDb: (table) => noting(store.getItemDb(table), `item-${table}~`),
    getIndexDb: (kind, table, index) =>
      noting(store.getIndexDb(kind, table, index), `index-${kind.toLowerCase()}~${table}~${index}~`),
  }
}

/** dynalite turns a table active by a later write of its own; a process killed before it would never have the table. */
function asActive(table: Table): Table {
  return {
    ...table,
    TableStatus: 'ACTIVE',
    ...(table.GlobalSecondaryIndexes && {
      GlobalSecondaryIndexes: table.GlobalSecondaryIndexes.map((index) => ({ ...index, IndexStatus: 'ACTIVE' })),
    }),
  }
}
