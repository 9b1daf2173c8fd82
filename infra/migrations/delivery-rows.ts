import { keysOf } from '#functions/data/keys.ts'
import type { Table } from '#functions/data/table.ts'
import { put } from '#functions/data/writes.ts'
import type { Migration, StoredItem } from './migration.ts'

const place = /^T#([\w-]{36})#D#([\w-]{36})$/

/** How often a delivery is looked at anew when others change it at the same moment. */
const rounds = 5

class Overtaken extends Error {}

/**
 * Gives the deliveries of the first release the row that the list indexes project, and their history items of their own. What a
 * running function writes has both already.
 */
export const deliveryRows: Migration = {
  name: '2026-11-22-delivery-rows',
  says: 'List rows and histories of deliveries get the form of the second release',
  async change(table, item) {
    const [, tenantId, id] = place.exec(item.pk) ?? []
    if (item.sk !== 'DELIVERY' || !tenantId || !id || !isOld(item)) return false
    for (let round = 0; round < rounds; round++) if (await isRenewed(table, tenantId, id)) return true
    throw new Error(`The delivery ${item.pk} changes all the time`)
  },
}

const isOld = ({ row, history }: StoredItem) => row === undefined || history !== undefined

async function isRenewed(table: Table, tenantId: string, id: string): Promise<boolean> {
  const keys = keysOf(tenantId)
  const delivery = await table.get(keys.delivery(id))
  if (!delivery) return true
  const { history = [], ...rest } = delivery
  // Their numbers are theirs whoever writes them: a repeat writes the same items again.
  for (const [number, told] of history.entries()) await table.write(put(keys.historyItem(id, number), told))
  try {
    await table.write(
      put(keys.delivery(id), rest, { where: { version: rest.version }, refused: () => new Overtaken() }),
    )
    return true
  } catch (error) {
    if (error instanceof Overtaken) return false
    throw error
  }
}
