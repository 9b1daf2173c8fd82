import type * as runs from '#shared/api/runs.ts'
import { refuseClosedRun, refusePackagesOut } from '../deliveries/run-of.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { changeRun } from './change-run.ts'
import { idsToHandOver, moneyCollectedByMethod, packagesBack, totalCentsDue } from './count-run.ts'
import { countedMoneyInCents } from './present-run.ts'
import { requireDriver } from './require-driver.ts'

/** Closes a run: the driver hands over the packages that came back and the money collected since the last handover. */
export const closeRun: Operation<typeof runs.closeRun> = (request, services) => {
  const { caller, body } = request
  return changeRun(request, services, {
    action: 'run.closed',
    refuse: requireDriver,
    decide({ item, deliveries }) {
      refuseClosedRun(item)
      refusePackagesOut(deliveries)
      const delivery_ids = idsToHandOver(item)
      if (delivery_ids.length === 0) throw new AppError('conflict', 'Nothing has gone out since the last handover')
      const covered = deliveries.filter(({ id }) => delivery_ids.includes(id))
      const back = packagesBack(covered)
      const mistaken_ids = covered.filter((one) => one.recorded_by_mistake).map(({ id }) => id)
      const closing = {
        closed_by: { id: caller.user.id, full_name: caller.user.full_name },
        closed_at: services.now().toISOString(),
        counted: countedMoneyInCents(body.counted),
        note: body.note,
        confirmed_by: null,
        confirmed_at: null,
        confirmed_counted: null,
        reason: '',
        delivery_ids,
        expected: totalCentsDue(covered),
        ...(mistaken_ids.length > 0 && { mistaken_ids }),
        ...(back.length > 0 && { back }),
        collected: moneyCollectedByMethod(covered),
      }
      return { resting: true, went_out: [], closings: [...item.closings, closing] }
    },
  })
}
