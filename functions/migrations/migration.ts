import type { Item, PrimaryKey } from '#functions/data/key.ts'
import type { Table } from '#functions/data/table.ts'

/** An item with its keys, as it is stored. */
export type StoredItem = Item & PrimaryKey

/** A change to all stored items that need it, made while the table is in use. */
export interface Migration {
  /** A date and a subject. The name never changes, because the progress is stored under it. */
  name: string
  /** A description for the operator. */
  says: string
  /** Migrates one item, and returns true if the item needed it. Requests may write the same item at the same time. */
  change(table: Table, item: StoredItem): Promise<boolean>
}
