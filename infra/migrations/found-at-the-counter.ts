import { rxEntriesOf, withEntries } from '#functions/data/delivery-entries.ts'
import type { Migration } from './migration.ts'
import { missingEntries } from './missing-entries.ts'
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
      const added = await missingEntries(table, rxEntriesOf(keys, delivery))
      if (item.code_pk !== undefined && added.length === 0) return false
      await withEntries(table, { added, removed: [] }, (entries) => table.write(rewritten(delivery), ...entries))
      return true
    }),
}
