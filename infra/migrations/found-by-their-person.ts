import { ownEntriesOf, withEntries } from '#functions/data/delivery-entries.ts'
import type { Migration } from './migration.ts'
import { missingEntries } from './missing-entries.ts'
import { rewriteDelivery } from './rewrite-delivery.ts'

/** Makes older deliveries findable by people who are shown their own alone. */
export const foundByTheirPerson: Migration = {
  name: '2026-11-23-found-by-their-person',
  says: 'People who see only their own deliveries find each of them',
  change: (table, item) =>
    rewriteDelivery(table, item, async ({ keys, delivery, unchanged }) => {
      const added = await missingEntries(table, ownEntriesOf(keys, delivery))
      if (added.length === 0) return false
      await withEntries(table, { added, removed: [] }, (entries) => table.write(unchanged, ...entries))
      return true
    }),
}
