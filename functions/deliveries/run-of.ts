import type { StoredDelivery, StoredDeliveryRow } from '../data/entities/delivery.ts'
import { type StoredRun, takenOverMark } from '../data/entities/run.ts'
import { update, type Write } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Caller } from '../http/operation.ts'

/** The statuses in which a delivery belongs to a run. */
export const statusesOnRun = ['assigned', 'in_progress', 'failed', 'delivered'] as const

type Packet = Pick<StoredDeliveryRow, 'status' | 'returned_at'>

/** Whether a package is out: on its way, or failed and not yet back at the pharmacy. */
export const isPackageOut = ({ status, returned_at }: Packet) =>
  status === 'in_progress' || (status === 'failed' && returned_at === null)

/** Whether the money of a delivery counts. That of a completion that was recorded for the wrong delivery doesn't. */
export const countsMoney = ({ recorded_by_mistake }: Pick<StoredDeliveryRow, 'recorded_by_mistake'>) =>
  !recorded_by_mistake

/** Whether the patient has received a delivery: not if its completion was recorded for the wrong delivery. */
export const wasReceived = ({
  status,
  recorded_by_mistake,
}: Pick<StoredDeliveryRow, 'status' | 'recorded_by_mistake'>) => status === 'delivered' && !recorded_by_mistake

/** Whether a package is done: delivered, or failed and back at the pharmacy. */
const isPackageDone = ({ status, returned_at }: Packet) =>
  status === 'delivered' || (status === 'failed' && returned_at !== null)

export const runClosedError = () => new AppError('conflict', 'This run is closed')

/** Throws a 409 if the run is closed and the closing isn't confirmed yet. */
export function refuseClosedRun({ resting }: StoredRun): void {
  if (resting) throw runClosedError()
}

/**
 * Returns the write that records the change of a delivery on the item of its run. Add it to every change that sends a package out,
 * or that records the outcome of a package that was out; for other changes there is none. The write fails if the run is closed and
 * the closing isn't confirmed yet, and it prevents the run from being closed at the same moment. If someone else takes over a package
 * that is out, the run that loses it gets a write too, so that the package belongs to the handover of the other person alone.
 */
export function runItemWrites({ keys }: Caller, before: StoredDelivery, after: StoredDelivery): Write[] {
  const isMoved = before.pharmacist_id !== after.pharmacist_id || before.delivery_date !== after.delivery_date
  const hasChanged = isMoved || before.status !== after.status || before.returned_at !== after.returned_at
  if (!after.pharmacist_id || !hasChanged || !(isPackageOut(after) || (isPackageOut(before) && isPackageDone(after))))
    return []
  const joins = isMoved || !isPackageOut(before)
  const write = (date: string, personId: string, went_out: string[]) => {
    const append = went_out.length > 0 ? { append: { went_out } } : {}
    const changes = { add: { writes: 1 }, ...append }
    return update(keys.run(date, personId), changes, { hasNot: ['resting'], refused: runClosedError })
  }
  const { pharmacist_id: loser, delivery_date } = before
  const isTaken = isPackageOut(before) && loser !== null && loser !== after.pharmacist_id
  return [
    write(after.delivery_date, after.pharmacist_id, joins ? [after.id] : []),
    ...(isTaken ? [write(delivery_date, loser, [takenOverMark(after.id)])] : []),
  ]
}

export const runNotClosedError = () => new AppError('conflict', 'This run is not closed')

/** Throws a 409 if any of the packages is still out. */
export function refusePackagesOut(packages: readonly Packet[]): void {
  const out = packages.filter(isPackageOut).length
  if (out > 0) throw new AppError('conflict', out === 1 ? '1 delivery is still out' : `${out} deliveries are still out`)
}
