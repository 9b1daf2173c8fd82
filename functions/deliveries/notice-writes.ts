import { nextNonQuietTime, noticeDueAt } from '#shared/rules/notices.ts'
import { addressKey } from '#shared/rules/stops.ts'
import { isEditableStatus } from '#shared/rules/transitions.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import { placeOf } from '../data/entities/door.ts'
import type { Write } from '../data/writes.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { recipientNoticeTaskWrite } from '../mail/recipient-tasks.ts'

interface Change {
  before: StoredDelivery | undefined
  after: StoredDelivery
}

/**
 * Returns the write for the outbox item that may lead to notices to recipients, or none if the change cannot cause any. Add it to
 * the transaction of the change. The worker that processes the item decides whether the notice is still true, who gets it, and
 * whether that person already has it.
 */
export function recipientNoticeWrites(
  { tenant }: Pick<Caller, 'tenant'>,
  { before, after }: Change,
  services: Services,
): Write[] {
  if (tenant.recipient_notices === 'off' || after.deleted_at) return []
  const now = services.now()
  const task = { tenant_id: tenant.id, delivery_id: after.id }
  const write = (cause: 'planned' | 'out' | 'ended', at: Date) => [
    recipientNoticeTaskWrite(services, { ...task, cause }, at),
  ]
  const [wasOut, isOut] = [before?.status === 'in_progress', after.status === 'in_progress']
  // When a stop ends, the recipient of the run's next stop may get a notice too. So the item is written even if this delivery's own
  // recipient cannot get one.
  if (wasOut && !isOut) return write('ended', now)
  if (!after.email && !services.texter) return []
  if (isOut) return wasOut ? [] : write('out', now)
  if (hasMoved(before, after)) {
    const from = { date: before.delivery_date, place: placeOf(before), was_asked: before.asked !== null }
    return [recipientNoticeTaskWrite(services, { ...task, cause: 'planned', from }, settledAt(tenant, now))]
  }
  const at = isPlannedAnew(before, after) ? noticeDueAt(tenant, after.delivery_date, now) : undefined
  return at ? write('planned', at) : []
}

/** How long the notice of a new day or time range waits, in milliseconds, so that a slip that is undone is told to no one. */
const settlingMs = 60_000

const settledAt = (tenant: Caller['tenant'], now: Date) =>
  nextNonQuietTime(tenant, new Date(now.getTime() + settlingMs))

/** Returns the write for the notice that a day stays as planned, after its recipient had asked for another one. */
export const dayStaysNoticeWrites = (
  { tenant }: Pick<Caller, 'tenant'>,
  { id, status }: StoredDelivery,
  services: Services,
): Write[] => {
  if (tenant.recipient_notices === 'off' || !isEditableStatus(status)) return []
  const task = { tenant_id: tenant.id, delivery_id: id, cause: 'confirmed' } as const
  return [recipientNoticeTaskWrite(services, task, settledAt(tenant, services.now()))]
}

const hasMoved = (before: StoredDelivery | undefined, after: StoredDelivery): before is StoredDelivery =>
  before !== undefined &&
  isEditableStatus(after.status) &&
  (before.delivery_date !== after.delivery_date || before.time_range !== after.time_range)

const isPlannedAnew = (before: StoredDelivery | undefined, after: StoredDelivery) =>
  isEditableStatus(after.status) &&
  (!before ||
    !isEditableStatus(before.status) ||
    before.delivery_date !== after.delivery_date ||
    before.patient_id !== after.patient_id ||
    before.email !== after.email ||
    before.phone !== after.phone ||
    addressKey(before) !== addressKey(after))
