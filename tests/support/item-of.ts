import type { Write } from '#functions/data/writes.ts'

/** An item with its key, as it lies in the table. */
export type Item = Record<string, unknown> & { pk: string; sk: string }

/** What a write puts, for those who fill a table by the batch. */
export const itemOf = ({ key, item }: Write): Item => ({ ...item, ...key })
