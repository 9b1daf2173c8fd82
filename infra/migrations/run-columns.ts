import type { Migration, StoredItem } from './migration.ts'
import { rewriteDelivery } from './rewrite-delivery.ts'

/** Gives the rows of earlier releases the columns by which runs are counted and packages go back to stock. */
export const runColumns: Migration = {
  name: '2026-11-22-run-columns',
  says: 'List rows of deliveries get the columns of runs: money, loads, returns',
  change: async (table, item) =>
    isOld(item) &&
    rewriteDelivery(table, item, async ({ delivery, rewritten }) => {
      await table.write(rewritten(delivery))
      return true
    }),
}

const isOld = ({ row }: StoredItem) => row !== undefined && !('return_from' in row)
