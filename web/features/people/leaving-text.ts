import type { User } from '#shared/model/account.ts'
import type { Run } from '#shared/model/run.ts'
import { formatDollars } from '#shared/rules/money.ts'

const deliveriesText = (count: number, words: string) =>
  count === 1
    ? `1 ${words} will become unassigned.`
    : `${count} ${words.replace('delivery', 'deliveries')} will become unassigned.`

/** Returns the money that a person has collected and not handed over yet. */
const collectedIn = ({ to_close }: Pick<Run, 'to_close'>) =>
  Object.values(to_close.collected).reduce((sum, dollars) => sum + dollars, 0)

/**
 * Says what happens to the deliveries of a user who is deleted or deactivated; '' if the user has none. `run` is the user's run of
 * today, if it could be read: it has the packages in the car and the money that was collected.
 */
export function leavingText({ open_deliveries: open, full_name }: User, run: Run | undefined): string {
  const inCar = run ? run.deliveries.filter(isInCar).length : 0
  const out = run?.counts.out ?? 0
  const left = Math.max(0, open - out)
  const collected = run ? collectedIn(run) : 0
  const waiting = run?.waiting ?? 0
  const parts = [
    inCar > 0 &&
      `${inCar === 1 ? '1 package is' : `${inCar} packages are`} in the car. ${inCar === 1 ? 'It stays' : 'They stay'} with ${full_name} until back or taken over.`,
    collected > 0 && `${formatDollars(collected)} was collected and isn’t handed over.`,
    (waiting > 0 || inCar > 0) && `${phoneText(waiting)} They can be handed to the pharmacy for 24 hours.`,
    left > 0 && deliveriesText(left, inCar > 0 ? 'other open delivery' : 'open delivery'),
  ]
  return parts.filter(Boolean).join(' ')
}

/** Says what the phone last reported as not sent. A phone without a signal may have more, which it could not report. */
function phoneText(waiting: number) {
  if (waiting === 0) return 'The phone may have deliveries that weren’t sent.'
  return waiting === 1
    ? 'The phone has 1 delivery that wasn’t sent.'
    : `The phone has ${waiting} deliveries that weren’t sent.`
}

const isInCar = ({ status, returned_at }: Run['deliveries'][number]) =>
  status === 'in_progress' || (status === 'failed' && returned_at === null)
