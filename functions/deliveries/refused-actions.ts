import type * as attempts from '#shared/api/attempts.ts'
import type { RefusedAction, RefusedActionKind } from '#shared/model/refused-action.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import type { Caller, Operation } from '../http/operation.ts'
import { changeAndPresentDelivery, changeDelivery } from './change-delivery.ts'
import { maySeeDelivery } from './delivery-access.ts'
import { plausibleDeviceTime } from './device-time.ts'
import type { VisibilityRule } from './read-delivery.ts'

/**
 * Whether the caller may report that the server refused an act at the door. Everybody who may see the delivery may do so, and so
 * may its former pharmacists, because the delivery may have been reassigned since they were at the door.
 */
const mayTell: VisibilityRule = (caller, delivery) =>
  maySeeDelivery(caller, delivery) || delivery.former_people?.includes(caller.user.id) === true

/**
 * Stores a report that the server refused an act at the door (a completion, an attempt or a return). The response says nothing
 * about the delivery, because the caller may no longer be allowed to see it.
 */
export const reportUnsent: Operation<typeof attempts.reportUnsent> = (request, services) => {
  const { body, caller } = request
  const now = services.now()
  const actOf = (delivery: StoredDelivery): RefusedAction => ({
    kind: body.kind,
    refusal: body.refusal,
    captured_at: plausibleDeviceTime(body.captured_at, delivery, now),
    reported_at: now.toISOString(),
    reported_by: { id: caller.user.id, full_name: caller.user.full_name },
  })
  return changeAndPresentDelivery(request, services, {
    isFor: mayTell,
    decide: (delivery) => ({
      action: 'delivery.unsent_reported',
      fields: { unsent: [...othersUnsent(delivery, caller, body.kind), actOf(delivery)] },
    }),
    present: actOf,
  })
}

export const settleUnsent: Operation<typeof attempts.settleUnsent> = (request, services) =>
  changeDelivery(request, services, ({ unsent = [] }) =>
    unsent.length > 0 ? { action: 'delivery.unsent_settled', fields: { unsent: [] } } : undefined,
  )

const othersUnsent = ({ unsent = [] }: StoredDelivery, { user }: Caller, kind: RefusedActionKind) =>
  unsent.filter((act) => act.kind !== kind || act.reported_by.id !== user.id)

/**
 * Returns the fields that drop the caller's report of a refused act of this kind, so that nobody looks into the report once the act
 * has succeeded after all. Add these fields to every write of such an act.
 */
export const unsentReportRemovalFields = (
  delivery: StoredDelivery,
  caller: Caller,
  kind: RefusedActionKind,
): Partial<StoredDelivery> => (delivery.unsent?.length ? { unsent: othersUnsent(delivery, caller, kind) } : {})
