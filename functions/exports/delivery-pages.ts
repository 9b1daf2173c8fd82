import { isLookAction } from '#shared/model/activity.ts'
import { type DeliveryStatus, deliveryStatuses } from '#shared/model/delivery-statuses.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import { sortKeyAfter } from '../data/sort-keys.ts'
import { readDeliveries } from '../deliveries/read-deliveries.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'

export interface SourceRequest {
  caller: Caller
  services: Services
  /** When the export was started. */
  since: string
  /** The sort key of the last item that was read from the source. Undefined at the beginning of the source. */
  after: string | undefined
}

interface DeliveryPage {
  deliveries: readonly StoredDelivery[]
  /** The sort key of the page's last item. Undefined on the last page of the source. */
  after: string | undefined
}

/** Reads one page of deliveries. `limit` is the largest number of deliveries in the page. */
type DeliverySource = (reading: SourceRequest, limit: number) => Promise<DeliveryPage>

export const following = (after: string | undefined) => after && sortKeyAfter(after)

const ofStatus =
  (status: DeliveryStatus): DeliverySource =>
  async ({ caller, services, after }, limit) => {
    const page = { from: following(after), limit }
    const { items, sortKeys, more } = await services.table.query(caller.keys.ofStatus(status), page)
    const ids = items.map(({ id }) => id)
    const deliveries = await readDeliveries(ids, caller, services.table)
    return { deliveries, after: more ? sortKeys.at(-1) : undefined }
  }

/**
 * Reads the deliveries that have changed since the export began. One whose status changed while the lists of all statuses were read
 * may be missing from every list, but the activity log has the event of the change.
 */
const moved: DeliverySource = async ({ caller, services, since, after }, limit) => {
  const page = { from: following(after) ?? since, limit }
  const { items, sortKeys, more } = await services.table.query(caller.keys.allEvents, page)
  const changes = items.filter(({ action, subject }) => subject.type === 'delivery' && !isLookAction(action))
  const ids = new Set(changes.flatMap(({ subject }) => subject.id ?? []))
  const deliveries = await readDeliveries([...ids], caller, services.table)
  return { deliveries, after: more ? sortKeys.at(-1) : undefined }
}

/** The sources that together contain every delivery, in the order in which they are read. */
export const deliverySources: readonly DeliverySource[] = [...deliveryStatuses.map(ofStatus), moved]
