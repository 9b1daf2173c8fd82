/** An item's attributes as the document client has them, without the table's own two keys. */
// biome-ignore lint/suspicious/noExplicitAny: the document client types every item so
export type Item = Record<string, any>

/** How a value is stored, and how an item that any release wrote becomes what today's code expects. */
export interface Kind<T> {
  readonly name: string
  read(item: Item): T
  write(value: T): Item
}

/**
 * A kind whose fields are stored under their own names. `later` holds a default for every field that is younger than the first
 * release, because older items lack it. Stored items get their type here and nowhere else;
 * `tests/frozen/frozen-items.test.ts` proves it on items of every release.
 */
export function flat<T extends object>(name: string, later: Partial<T> = {}): Kind<T> {
  return {
    name,
    read: (item) => ({ ...later, ...item }) as T,
    write: (value) => value,
  }
}

/** Where an item lies. */
export interface PrimaryKey {
  readonly pk: string
  readonly sk: string
}

/** The key of an item. `T` is the item's type; `F` has those of its fields that conditions and updates may name. */
export interface Key<T, F = T> extends PrimaryKey {
  readonly kind: Kind<T>
  readonly fields?: F
}

export const at = <T>(kind: Kind<T>, pk: string, sk: string): Key<T> => ({ kind, pk, sk })

export interface Index {
  readonly name: string
  readonly partition: string
  readonly sort: string
  /** What an index projects cannot be changed while the table is in use: so each projects one map, or its keys alone. */
  readonly projection: 'KEYS_ONLY' | readonly string[]
}

/** The items of one partition, of the table or of an index: what a query reads. */
export interface Partition<T> {
  readonly pk: string
  readonly kind: Pick<Kind<T>, 'name' | 'read'>
  readonly index?: Index
  /** The sort keys of these items start with it. */
  readonly prefix?: string
}

/** What is asked of the table, and an example of the key or partition that answers it. The README's tables are printed from these. */
export interface Question {
  readonly question: string
  readonly example: Partition<unknown> | Key<unknown, unknown>
}
