import type * as runs from '#shared/api/runs.ts'
import { refusePackagesOut, runNotClosedError } from '../deliveries/run-of.ts'
import type { Operation } from '../http/operation.ts'
import { changeRun } from './change-run.ts'

/**
 * Undoes the last step of a run: its confirmation or, if the run is not confirmed yet, its closing. A confirmation cannot be undone
 * while a package is out.
 */
export const reopenRun: Operation<typeof runs.reopenRun> = (request, services) =>
  changeRun(request, services, {
    action: 'run.reopened',
    eventFields: { reason: request.body.reason },
    refuse: () => {},
    decide({ item, deliveries }) {
      const last = item.closings.at(-1)
      if (!last) throw runNotClosedError()
      const before = item.closings.slice(0, -1)
      if (item.resting)
        return { resting: undefined, went_out: [...last.delivery_ids, ...item.went_out], closings: before }
      refusePackagesOut(deliveries)
      const unconfirmed = { ...last, confirmed_by: null, confirmed_at: null, confirmed_counted: null, reason: '' }
      return { resting: true, closings: [...before, unconfirmed] }
    },
  })
