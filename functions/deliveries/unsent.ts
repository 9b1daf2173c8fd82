import type * as attempts from '#shared/api/attempts.ts'
import type { UnsentAct, UnsentKind } from '#shared/model/unsent.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import type { Caller, Operation } from '../http/operation.ts'
import { changeAndPresent, changeDelivery } from './change-delivery.ts'
import { possibleTime } from './device-time.ts'
import { mayKnow } from './may-know.ts'
import type { IsFor } from './read-delivery.ts'

/** It may be somebody else's by now, and hidden from who was at its door. */
const mayTell: IsFor = (caller, delivery) =>
  mayKnow(caller, delivery) || delivery.former_people?.includes(caller.user.id) === true

/** The answer says nothing of the delivery, which the caller may not be to know any more. */
export const reportUnsent: Operation<typeof attempts.reportUnsent> = (request, services) => {
  const { body, caller } = request
  const now = services.now()
  const actOf = (delivery: StoredDelivery): UnsentAct => ({
    kind: body.kind,
    refusal: body.refusal,
    captured_at: possibleTime(body.captured_at, delivery, now),
    reported_at: now.toISOString(),
    reported_by: { id: caller.user.id, full_name: caller.user.full_name },
  })
  return changeAndPresent(request, services, {
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

const othersUnsent = ({ unsent = [] }: StoredDelivery, { user }: Caller, kind: UnsentKind) =>
  unsent.filter((act) => act.kind !== kind || act.reported_by.id !== user.id)

/** What the caller does after all needs nobody's attention any more: part of each write that does it. */
export const nowSent = (delivery: StoredDelivery, caller: Caller, kind: UnsentKind): Partial<StoredDelivery> =>
  delivery.unsent?.length ? { unsent: othersUnsent(delivery, caller, kind) } : {}
