import type { Write } from '#functions/data/writes.ts'

/** An item with its key, as the table stores it. */
export type Item = Record<string, unknown> & { pk: string; sk: string }

/** Returns the item that a write puts, for tests that fill a table in batches. */
export const itemOf = ({ key, item }: Write): Item => ({ ...item, ...key })
