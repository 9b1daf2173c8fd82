import type { SentQueryOf } from '#shared/api/contract.ts'
import { listDeliveries } from '#shared/api/deliveries.ts'
import { exportDeliveries } from '#shared/api/exports.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { exportedDeliveriesLimit, type ListedDelivery } from '#shared/model/list-export.ts'
import { callRetryingRateLimit, readPages } from '../../lib/api/read-pages.ts'

/**
 * Reads the deliveries of a list that `isIncluded` accepts, with every column of the exported table, in parts. Deliveries deleted in
 * the meantime are left out.
 */
export async function* readDeliveriesForExport(
  query: SentQueryOf<typeof listDeliveries>,
  signal: AbortSignal,
  isIncluded: (row: DeliveryRow) => boolean = () => true,
): AsyncGenerator<readonly ListedDelivery[]> {
  for await (const page of readPages(listDeliveries, { query }, signal)) {
    const rows = page.filter(isIncluded)
    for (let at = 0; at < rows.length; at += exportedDeliveriesLimit) {
      const ids = rows.slice(at, at + exportedDeliveriesLimit).map(({ id }) => id)
      const { body } = await callRetryingRateLimit(exportDeliveries, { body: { ids } }, signal)
      const found = new Map(body.map((delivery) => [delivery.id, delivery]))
      yield ids.flatMap((id) => found.get(id) ?? [])
    }
  }
}
