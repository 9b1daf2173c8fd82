import type * as runs from '#shared/api/runs.ts'
import { changeAndPresentDelivery } from '../deliveries/change-delivery.ts'
import { refuseClosedRun } from '../deliveries/run-of.ts'
import type { Operation } from '../http/operation.ts'
import { refuseStaleRun, runVersionWrite } from './change-run.ts'
import { findRun } from './find-run.ts'
import { requireLoadablePackage } from './load-package.ts'
import { presentPackage } from './present-run.ts'
import { requireDriverOrManager } from './require-driver.ts'

/** Marks a package as no longer loaded, provided that it hasn't gone out yet. */
export const unloadPackage: Operation<typeof runs.unloadPackage> = async (request, services) => {
  const { body, caller, params, version, idempotency, activity } = request
  const run = await findRun(caller, params, services)
  requireDriverOrManager(caller, run)
  refuseStaleRun(run, version)
  refuseClosedRun(run.item)
  const deliveryRequest = { caller, params: { id: body.delivery_id }, version: undefined, idempotency, activity }
  return changeAndPresentDelivery(deliveryRequest, services, {
    decide(delivery) {
      requireLoadablePackage(delivery, params)
      if (delivery.loaded_at === null) return undefined
      return { action: 'delivery.unloaded', fields: { loaded_at: null }, also: [runVersionWrite(request)] }
    },
    present: (delivery) => presentPackage(run, delivery, { caller, services }),
  })
}
