import type { Migration, StoredItem } from './migration.ts'
import { rewriteDelivery } from './rewrite-delivery.ts'

/**
 * Gives the deliveries of the first release the row that the list indexes project, and their history items of their own. What a
 * running function writes has both already.
 */
export const deliveryRows: Migration = {
  name: '2026-11-22-delivery-rows',
  says: 'List rows and histories of deliveries get the form of the second release',
  change: (table, item) => rewriteDelivery(table, item, isOld),
}

const isOld = ({ row, history }: StoredItem) => row === undefined || history !== undefined
