import type * as runs from '#shared/api/runs.ts'
import { countDiffers } from '#shared/rules/count-differs.ts'
import { notClosed } from '../deliveries/run-of.ts'
import { AppError, invalidField } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { changeRun } from './change-run.ts'
import { collectedNow, countedInCents } from './present-run.ts'

/** Somebody else counts what was handed over. From then on corrections stand beside what was collected. */
export const confirmRun: Operation<typeof runs.confirmRun> = (request, services) => {
  const { caller, body } = request
  return changeRun(request, services, {
    action: 'run.confirmed',
    refuse: () => {},
    decide({ item, deliveries }) {
      const last = item.closings.at(-1)
      if (!item.resting || !last) throw notClosed()
      if (last.closed_by.id === caller.user.id) throw new AppError('conflict', 'Somebody else has to confirm')
      const confirmed_counted = countedInCents(body.counted)
      const collected = collectedNow(last, { item, deliveries })
      if (countDiffers(confirmed_counted, collected) && body.reason === '')
        throw invalidField('reason', 'Say why the counts differ')
      const confirmed = {
        ...last,
        confirmed_by: { id: caller.user.id, full_name: caller.user.full_name },
        confirmed_at: services.now().toISOString(),
        confirmed_counted,
        reason: body.reason,
        collected,
      }
      return { resting: undefined, closings: [...item.closings.slice(0, -1), confirmed] }
    },
  })
}
