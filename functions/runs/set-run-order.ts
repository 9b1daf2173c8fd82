import type * as runs from '#shared/api/runs.ts'
import { sortWithStopNumbers } from '#shared/rules/stops.ts'
import { readDeliveries } from '../deliveries/read-deliveries.ts'
import { refuseClosedRun } from '../deliveries/run-of.ts'
import { invalidFieldError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { changeRun } from './change-run.ts'
import { isOnRun } from './find-run.ts'
import { requireDriverOrManager } from './require-driver.ts'

/** Puts the requested deliveries first, in the order of the request. The others follow in their present order. */
export const setRunOrder: Operation<typeof runs.setRunOrder> = (request, services) => {
  const { caller, params, body } = request
  return changeRun(request, services, {
    action: 'run.ordered',
    refuse: requireDriverOrManager,
    async decide({ item, deliveries }) {
      refuseClosedRun(item)
      const unseen = body.delivery_ids.filter((id) => !deliveries.some((delivery) => delivery.id === id))
      // An index may lag behind, so deliveries that the index doesn't list are read from the table.
      const late = await readDeliveries(unseen, caller, services.table)
      if (late.length < unseen.length || !late.every((delivery) => isOnRun(delivery, params)))
        throw invalidFieldError('delivery_ids', 'This delivery is not on this run')
      const named = new Set(body.delivery_ids)
      const order = [...named, ...item.order.filter((id) => !named.has(id))]
      // A user who orders anew wants the numbers of the new order.
      const placed = sortWithStopNumbers(deliveries, order)
      const numbers = Object.fromEntries(placed.map((one) => [one.item.id, one.stop]))
      return { order, ...(item.numbers && { numbers }) }
    },
  })
}
