import type { Item, PrimaryKey } from '#functions/data/key.ts'
import type { Table } from '#functions/data/table.ts'

/** An item with its keys, as it lies in the table. */
export type StoredItem = Item & PrimaryKey

/** One backfill of a table that is in use. */
export interface Migration {
  /** Its date and what it is about, for ever: progress is kept under it. */
  name: string
  /** What it does, for the operator. */
  says: string
  /** Looks at one item. Answers whether it changed something; others may write the same item at the same moment. */
  change(table: Table, item: StoredItem): Promise<boolean>
}
