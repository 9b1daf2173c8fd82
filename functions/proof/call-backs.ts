import * as z from 'zod/mini'
import type * as proofs from '#shared/api/proofs.ts'
import { defaultPageSize } from '#shared/model/fields.ts'
import { lazy } from '#shared/model/lazy.ts'
import { sortKeyAfter } from '../data/sort-keys.ts'
import { aboutList } from '../data/subjects.ts'
import { batchReadLimit } from '../data/table.ts'
import { changeDelivery } from '../deliveries/change-delivery.ts'
import { deliveryRowPresenter } from '../deliveries/present-delivery.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { openCursor, sealCursor } from '../security/cursor.ts'

/** The sort key of the last delivery on the previous page. */
const position = lazy(() => z.string())

/** Lists the deliveries whose patient waits for a call, the most urgent first. */
export const listCallBacks: Operation<typeof proofs.listCallBacks> = async ({ query, caller, activity }, services) => {
  const scope = { tenantId: caller.tenant.id, list: 'call-backs', filters: {}, position }
  const after = query.cursor && (await openCursor(services.keys, scope, query.cursor))
  const limit = Math.min(query.limit ?? defaultPageSize, batchReadLimit)
  const { items, sortKeys, more } = await services.table.query(caller.keys.callBacks, {
    ...(after && { from: sortKeyAfter(after) }),
    limit,
    consistent: true,
  })
  const deliveries = await services.table.getAll(
    items.map(({ delivery_id }) => caller.keys.delivery(delivery_id)),
    { consistent: true },
  )
  const last = sortKeys.at(-1)
  const present = deliveryRowPresenter(caller, services)
  await activity.record({
    action: 'delivery.listed',
    ...aboutList('delivery'),
    query: { view: 'call-backs' },
    count: items.length,
  })
  return {
    // A delivery whose call was made between the two reads is left out.
    items: deliveries.flatMap((delivery) =>
      delivery?.call_back_due_at ? [{ ...present(delivery), due_at: delivery.call_back_due_at }] : [],
    ),
    next: more && last ? await sealCursor(services.keys, scope, last) : undefined,
  }
}

/** Records a call to a patient. After `no_answer` another call is due; every other outcome settles the matter. */
export const recordCallBack: Operation<typeof proofs.recordCallBack> = (request, services) => {
  const { outcome, note } = request.body
  return changeDelivery(request, services, ({ call_back_due_at }) => {
    if (call_back_due_at === null) throw new AppError('conflict', 'No one is waiting for this call')
    return {
      action: 'delivery.called_back',
      fields: outcome === 'no_answer' ? {} : { call_back_due_at: null },
      historyNote: { call_back: { outcome, note } },
    }
  })
}
