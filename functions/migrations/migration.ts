import type { Item, PrimaryKey } from '#functions/data/key.ts'
import type { Table } from '#functions/data/table.ts'

/** An item with its keys, as it is stored. */
export type StoredItem = Item & PrimaryKey

/** A backfill of a table that is in use. */
export interface Migration {
  /** The date and the subject. Never changes, because progress is stored under this name. */
  name: string
  /** A description for the operator. */
  says: string
  /** Migrates one item and returns whether it changed. Others may write the same item at the same time. */
  change(table: Table, item: StoredItem): Promise<boolean>
}
