import { keysOf } from '#functions/data/keys.ts'
import type { Table } from '#functions/data/table.ts'
import { put } from '#functions/data/writes.ts'
import type { StoredItem } from './migration.ts'

const place = /^T#([\w-]{36})#D#([\w-]{36})$/

/** How often a delivery is looked at anew when others change it at the same moment. */
const rounds = 5

class Overtaken extends Error {}

/** Writes a delivery as today's code keeps it, if `item` is one and old. Answers whether it was. */
export async function rewriteDelivery(table: Table, item: StoredItem, isOld: (item: StoredItem) => boolean) {
  const [, tenantId, id] = place.exec(item.pk) ?? []
  if (item.sk !== 'DELIVERY' || !tenantId || !id || !isOld(item)) return false
  for (let round = 0; round < rounds; round++) if (await isRewritten(table, tenantId, id)) return true
  throw new Error(`The delivery ${item.pk} changes all the time`)
}

async function isRewritten(table: Table, tenantId: string, id: string): Promise<boolean> {
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
