import type { Item, PrimaryKey } from '#functions/data/key.ts'
import type { Table } from '#functions/data/table.ts'

/** An item with its keys, as it is stored. */
export type StoredItem = Item & PrimaryKey

/** A backfill of a table that is in use. */
export interface Migration {
  /** The name: date and subject. It never changes, because progress is stored under it. */
  name: string
  /** A description for the operator. */
  says: string
  /** Migrates one item and returns whether the item changed. Other requests may write the same item at the same time. */
  change(table: Table, item: StoredItem): Promise<boolean>
}
