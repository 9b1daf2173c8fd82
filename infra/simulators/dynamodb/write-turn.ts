import type {
  Callback,
  DynaliteStore,
  DynaliteSubstore,
  DynamodbItem,
  StoreWrite,
  TableDescription,
} from './dynalite.ts'

/** Called with each item that was put or updated, after it is stored, as the table's stream calls its readers on AWS. */
export type OnPut = (item: DynamodbItem) => void

/** Runs `work` when all earlier work has ended, and then commits all of the writes that it noted, or none of them. */
export type WriteTurn = <Value>(work: (store: DynaliteStore, notes: StoreWrite[]) => Promise<Value>) => Promise<Value>

/**
 * Returns a `WriteTurn`, which makes writes atomic. dynalite itself writes an item and its index entries one after the other, so
 * its actions get a store that only notes their writes, and the notes are committed as one LevelDB batch. A batch is one record of
 * LevelDB's log, so a kill leaves all of it or nothing. Once it is committed, the operating system has the batch: an acknowledged
 * write survives a kill, but not always a power failure.
 */
export function createWriteTurn(store: DynaliteStore, onPut: OnPut): WriteTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(async () => {
      const notes: StoreWrite[] = []
      const value = await work(recordingStore(store, notes), notes)
      await store.db.batch(notes)
      for (const note of notes)
        if (note.type === 'put' && note.key.startsWith('item-')) onPut(note.value as DynamodbItem)
      return value
    })
    last = turn.catch(() => undefined)
    return turn
  }
}

/**
 * Returns a store that reads from the given store but only notes its writes, with the key prefixes that dynalite uses for tables,
 * items and indexes.
 */
export function recordingStore(store: DynaliteStore, notes: StoreWrite[]): DynaliteStore {
  function noting<Value>(
    part: DynaliteSubstore<Value>,
    prefix: string,
    asStored = (value: Value) => value,
  ): DynaliteSubstore<Value> {
    return {
      ...part,
      lock: (_key, whenLocked) => whenLocked((done) => done),
      put: (key, value, done) => note({ type: 'put', key: prefix + key, value: asStored(value) }, done),
      del: (key, done) => note({ type: 'del', key: prefix + key }, done),
    }
  }
  function note(write: StoreWrite, done: Callback) {
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

/**
 * Returns the table as active at once. dynalite makes a table active with a second write, and a kill between the two writes would
 * leave a table that never becomes active.
 */
function asActive(table: TableDescription): TableDescription {
  return {
    ...table,
    TableStatus: 'ACTIVE',
    ...(table.GlobalSecondaryIndexes && {
      GlobalSecondaryIndexes: table.GlobalSecondaryIndexes.map((index) => ({ ...index, IndexStatus: 'ACTIVE' })),
    }),
  }
}
