import { put } from '#functions/data/writes.ts'
import type { Migration, StoredItem } from './migration.ts'
import { rewriteDelivery } from './rewrite-delivery.ts'

/**
 * Gives the deliveries of the first release the row that the list indexes project, and their history items of their own. What a
 * running function writes has both already.
 */
export const deliveryRows: Migration = {
  name: '2026-11-22-delivery-rows',
  says: 'List rows and histories of deliveries get the form of the second release',
  change: async (table, item) =>
    isOld(item) &&
    rewriteDelivery(table, item, async ({ keys, delivery: { history = [], ...rest }, rewritten }) => {
      // Their numbers are theirs whoever writes them: a repeat writes the same items again.
      for (const [number, told] of history.entries()) await table.write(put(keys.historyItem(rest.id, number), told))
      await table.write(rewritten(rest))
      return true
    }),
}

const isOld = ({ row, history }: StoredItem) => row === undefined || history !== undefined
