/** An item's attributes as the document client returns them, without the table's two keys. */
// biome-ignore lint/suspicious/noExplicitAny: the document client types every item so
export type Item = Record<string, any>

/** How a value is stored, and how an item of any release becomes what today's code expects. */
export interface Kind<T> {
  readonly name: string
  read(item: Item): T
  write(value: T): Item
}

/**
 * A kind whose fields are stored under their own names. `later` holds a default for every field that items of the first release
 * lack. Stored items get their type here and nowhere else; `tests/frozen/frozen-items.test.ts` proves it with items of every
 * release.
 */
export function flatKind<T extends object>(name: string, later: Partial<T> = {}): Kind<T> {
  return {
    name,
    read: (item) => ({ ...later, ...item }) as T,
    write: (value) => value,
  }
}

/** The key of an item. */
export interface PrimaryKey {
  readonly pk: string
  readonly sk: string
}

/** The key of an item with the item's type `T`. `F` has the fields that conditions and updates may name. */
export interface Key<T, F = T> extends PrimaryKey {
  readonly kind: Kind<T>
  readonly fields?: F
}

export const keyAt = <T>(kind: Kind<T>, pk: string, sk: string): Key<T> => ({ kind, pk, sk })

export interface Index {
  readonly name: string
  readonly partition: string
  readonly sort: string
  /**
   * The projection of an index cannot be changed while the table is in use, so each index projects either one map or only its keys.
   */
  readonly projection: 'KEYS_ONLY' | readonly string[]
}

/** The items of one partition, of the table or of an index, which one query can read. */
export interface Partition<T> {
  readonly pk: string
  readonly kind: Pick<Kind<T>, 'name' | 'read'>
  readonly index?: Index
  /** The common prefix of the items' sort keys. */
  readonly prefix?: string
}

/**
 * A question to the table, with an example of the key or the partition that answers it. The README's tables are printed from these.
 */
export interface Question {
  readonly question: string
  readonly example: Partition<unknown> | Key<unknown, unknown>
}
