import type { StoredDelivery } from '#functions/data/entities/delivery.ts'
import { decideAnew, Overtaken } from '#functions/data/overtaken.ts'
import type { Table } from '#functions/data/table.ts'
import { keysOf, type TenantKeys } from '#functions/data/table-keys.ts'
import { check, put, type Write } from '#functions/data/writes.ts'
import type { StoredItem } from './migration.ts'

const place = /^T#([\w-]{36})#D#([\w-]{36})$/

interface Found {
  keys: TenantKeys
  delivery: StoredDelivery
  /** Puts it in its new form, unless others have written it since it was read: then it is read and brought over anew. */
  rewritten(next: StoredDelivery): Write
  /** Leaves it as it is, on the same condition. */
  unchanged: Write
}

/** Brings over the delivery that a migration met, while others change it. Answers what `bring` does; false for any other item. */
export async function rewriteDelivery(
  table: Table,
  { pk, sk }: StoredItem,
  bring: (found: Found) => Promise<boolean>,
): Promise<boolean> {
  const [, tenantId, id] = place.exec(pk) ?? []
  if (sk !== 'DELIVERY' || !tenantId || !id) return false
  const keys = keysOf(tenantId)
  return decideAnew(async () => {
    const delivery = await table.get(keys.delivery(id))
    if (!delivery) return false
    const { version } = delivery
    const guard = { where: { version }, refused: () => new Overtaken() }
    const rewritten = (next: StoredDelivery) => put(keys.delivery(id), next, guard)
    return bring({ keys, delivery, rewritten, unchanged: check(keys.delivery(id), guard) })
  })
}
