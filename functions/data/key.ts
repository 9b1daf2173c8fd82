/** The attributes of an item by their names, as the document client takes and returns them. */
// biome-ignore lint/suspicious/noExplicitAny: the document client types every item so
export type Item = Record<string, any>

/** Defines how a value is stored, and how an item that any earlier release wrote is read as the type that today's code expects. */
export interface ItemKind<T> {
  readonly name: string
  read(item: Item): T
  write(value: T): Item
}

/**
 * Returns a kind whose fields are stored under their own names. `defaults` are for the fields that a stored item may lack.
 * TypeScript cannot check that what is read has the type; `tests/frozen/frozen-items.test.ts` does so with items of every frozen
 * release.
 */
export function flatKind<T extends object>(name: string, defaults: Partial<T> = {}): ItemKind<T> {
  return {
    name,
    read: (item) => ({ ...defaults, ...item }) as T,
    write: (value) => value,
  }
}

/** The key of an item. */
export interface PrimaryKey {
  readonly pk: string
  readonly sk: string
}

/** The key of an item of type `T`. Conditions and updates may only name the fields of `F`. */
export interface Key<T, F = T> extends PrimaryKey {
  readonly kind: ItemKind<T>
  readonly fields?: F
}

export const keyAt = <T>(kind: ItemKind<T>, pk: string, sk: string): Key<T> => ({ kind, pk, sk })

export interface Index {
  readonly name: string
  readonly partition: string
  readonly sort: string
  /**
   * The attributes that the index projects. The projection of an existing index cannot be changed. So each index projects either a
   * single map, to which fields can still be added, or only the keys.
   */
  readonly projection: 'KEYS_ONLY' | readonly string[]
}

/** A partition of the table or of an index, whose items one query can read. */
export interface Partition<T> {
  readonly pk: string
  readonly kind: Pick<ItemKind<T>, 'name' | 'read'>
  readonly index?: Index
  /**
   * `Table.query` reads only sort keys with this prefix, unless its options name another `startsWith`. A bound `from` or `to` in
   * the options replaces the prefix at that end. `Table.isAny` ignores it.
   */
  readonly prefix?: string
}

/**
 * A question that the table can answer, with an example of a key or a partition. The tables in this folder's README are printed
 * from these.
 */
export interface AccessPattern {
  readonly question: string
  readonly example: Partition<unknown> | Key<unknown, unknown>
}
