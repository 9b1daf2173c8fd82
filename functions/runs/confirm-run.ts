import type * as runs from '#shared/api/runs.ts'
import { countedPaymentMethods, type MoneyByMethod } from '#shared/model/payment.ts'
import type { CountedMoney, OwnCorrection } from '#shared/model/run.ts'
import { countDiffers } from '#shared/rules/count-differs.ts'
import { formatDollars, toDollars } from '#shared/rules/money.ts'
import type { StoredClosing, StoredRun } from '../data/entities/run.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { update } from '../data/writes.ts'
import { runNotClosedError } from '../deliveries/run-of.ts'
import { AppError } from '../failures/app-error.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { changeRun } from './change-run.ts'
import type { RunIdentity } from './find-run.ts'
import { countedMoneyInCents, handoverCorrections, handoverMoney } from './present-run.ts'

/**
 * Confirms a closed run, after a second person has counted the money. Later corrections don't change the collected amounts that are
 * confirmed here; responses show the difference beside these amounts.
 */
export const confirmRun: Operation<typeof runs.confirmRun> = (request, services) => {
  const { caller, body } = request
  return changeRun(request, services, {
    action: 'run.confirmed',
    refuse: () => {},
    async decide({ item, deliveries }) {
      const last = item.closings.at(-1)
      if (!item.resting || !last) throw runNotClosedError()
      if (last.closed_by.id === caller.user.id) throw new AppError('conflict', 'Someone else has to confirm')
      const confirmed_counted = countedMoneyInCents(body.counted)
      const collected = handoverMoney(last, { item, deliveries })
      const corrections = handoverCorrections(last, { item, deliveries })
      if (body.reason === '') {
        const counted_by = { id: caller.user.id, full_name: caller.user.full_name }
        if (!last.blind_count && countDiffers(confirmed_counted, collected)) {
          const blind_count = { counted: confirmed_counted, counted_by, counted_at: services.now().toISOString() }
          await keepBlindCount(item, { ...last, blind_count }, request, services)
        }
        refuseWithoutReason(last, { confirmed_counted, collected, corrections })
      }
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

/**
 * Keeps the count that a second person made before they saw the first one. The refusal shows the first count, so a repeat with that
 * count proves nothing and needs a reason.
 */
async function keepBlindCount(
  { closings, writes }: StoredRun,
  last: StoredClosing,
  { caller, params }: { caller: Caller; params: RunIdentity },
  { table }: Services,
): Promise<void> {
  await table.write(
    update(
      caller.keys.run(params.date, params.user_id),
      { set: { closings: [...closings.slice(0, -1), last] } },
      { atMost: { writes }, has: ['resting'], refused: () => new OvertakenError() },
    ),
  )
}

interface SecondCount {
  confirmed_counted: CountedMoney
  collected: MoneyByMethod
  corrections: readonly OwnCorrection[]
}

/**
 * Throws a 422 that asks for a reason if the second count differs from the collected amounts, or if the driver has corrected an
 * amount or a payment method. The error may show the first count, because the second person has already counted.
 */
function refuseWithoutReason(
  { counted, closed_by, blind_count }: StoredClosing,
  { confirmed_counted, collected, corrections }: SecondCount,
): void {
  const differs = countDiffers(confirmed_counted, collected)
  if (!differs && !blind_count && corrections.length === 0) return
  const inWords = (cents: number) => formatDollars(toDollars(cents))
  const problem = (loc: string[], msg: string) => ({ loc: ['body', ...loc], msg, type: 'value_error' })
  throw new AppError('invalid', [
    problem(['reason'], differs || blind_count ? 'Say why the counts differ' : 'Say why an amount was corrected'),
    ...countedPaymentMethods
      .filter((method) => differs && confirmed_counted[method] !== collected[method])
      .map((method) =>
        problem(
          ['counted', method],
          `${inWords(collected[method])} collected, ${inWords(counted[method])} counted by ${closed_by.full_name}`,
        ),
      ),
  ])
}
