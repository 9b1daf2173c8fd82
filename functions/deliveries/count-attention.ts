import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { deliveryListStreams } from './plan-list.ts'
import { deliveryRowPresenter } from './present-delivery.ts'
import { readAttentionList } from './read-attention.ts'
import { localDateTimeOf, todayOf } from './today.ts'

/** Counts the deliveries that need attention: the length of the attention list. The caller must be allowed to read that list. */
export async function countAttentionDeliveries(caller: Caller, services: Services): Promise<number> {
  const today = todayOf(caller, services)
  const { items } = await readAttentionList(services.table, {
    caller,
    streams: deliveryListStreams({ view: 'attention' }, caller.keys, today),
    moment: { today, clock: localDateTimeOf(caller, services) },
    present: deliveryRowPresenter(caller, services),
    limit: Number.MAX_SAFE_INTEGER,
    after: undefined,
  })
  return items.length
}
