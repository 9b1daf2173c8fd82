import type * as attempts from '#shared/api/attempts.ts'
import type { UnsentKind } from '#shared/model/unsent.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import type { Caller, Operation } from '../http/operation.ts'
import { changeDelivery } from './change-delivery.ts'
import { possibleTime } from './device-time.ts'

/** Everybody who is to know of a delivery may tell what happened at its door: it may be somebody else's by now. */
export const reportUnsent: Operation<typeof attempts.reportUnsent> = (request, services) => {
  const { body, caller } = request
  return changeDelivery(request, services, (delivery) => {
    const now = services.now()
    const act = {
      kind: body.kind,
      refusal: body.refusal,
      captured_at: possibleTime(body.captured_at, delivery, now),
      reported_at: now.toISOString(),
      reported_by: { id: caller.user.id, full_name: caller.user.full_name },
    }
    return {
      action: 'delivery.unsent_reported',
      fields: { unsent: [...othersUnsent(delivery, caller, body.kind), act] },
    }
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
