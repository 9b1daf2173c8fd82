import { rxChanges, rxEntryKeys, withEntries } from '#functions/data/rx-entries.ts'
import type { Migration } from './migration.ts'
import { rewriteDelivery } from './rewrite-delivery.ts'

/**
 * Makes older deliveries findable by prescription and by their slip's code, and gives their rows what a day is
 * counted from.
 */
export const foundAtTheCounter: Migration = {
  name: '2026-11-22-found-at-the-counter',
  says: 'Deliveries are found by prescription and slip, and their rows are counted by day',
  change: (table, item) =>
    rewriteDelivery(table, item, async ({ keys, delivery, rewritten }) => {
      if (delivery.deleted_at) return false
      const entries = await table.getAll(rxEntryKeys(keys, delivery), { consistent: true })
      if (item.code_pk !== undefined && entries.every(Boolean)) return false
      await withEntries(table, rxChanges(keys, undefined, delivery), (missing) =>
        table.write(rewritten(delivery), ...missing),
      )
      return true
    }),
}
