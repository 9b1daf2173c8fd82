import type { ActivityAction } from '#shared/model/activity.ts'
import { recipientActor } from '#shared/model/activity.ts'
import { onItsWayText, type RecipientTracking, tooManyChangesText } from '#shared/model/tracking.ts'
import { findDoorState } from '#shared/rules/doors.ts'
import { isEditableStatus } from '#shared/rules/transitions.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { transactionLimit, update } from '../data/writes.ts'
import { composeDeliveryChange, type DecidedChange } from '../deliveries/compose-delivery-change.ts'
import { AppError } from '../failures/app-error.ts'
import type { Actor, EventRecorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import { type FoundDoor, findDoor } from './find-door.ts'
import { linkCopyText } from './link-copy-text.ts'
import { maxChangesPerLink, presentDoor } from './present-door.ts'

interface Wish<A extends ActivityAction> {
  params: { token: string }
  activity: (actor: Actor) => EventRecorder<A>
}

interface DoorChange<A extends ActivityAction> {
  action: A
  /**
   * Computes the change to one package. Returns undefined if there is nothing to change. May throw to
   * refuse the change.
   */
  change: (delivery: StoredDelivery, found: FoundDoor) => Omit<DecidedChange, 'action'> | undefined
}

/**
 * Changes the packages at a door that have yet to go out, or those that were missed, each with its own history item and event. They change together if one
 * transaction holds them. This is the only way for a recipient to change deliveries. If anything changes, this counts as one of the few changes that a link allows.
 */
export const changeDoorDeliveries = <A extends ActivityAction>(
  { params, activity }: Wish<A>,
  services: Services,
  { action, change }: DoorChange<A>,
): Promise<RecipientTracking> =>
  retryIfOvertaken(async () => {
    const found = await findDoor(services, params.token)
    const { hash, door, tenant, caller, deliveries } = found
    const state = findDoorState(deliveries)?.state
    if (state !== 'planned' && state !== 'missed') throw new AppError('conflict', onItsWayText)
    const changes = deliveries
      .filter(({ status }) => (state === 'missed' ? status === 'failed' : isEditableStatus(status)))
      .flatMap((delivery) => {
        const changed = change(delivery, found)
        return changed ? [{ delivery, changed }] : []
      })
    const recorder = activity({ tenantId: tenant.id, actor: recipientActor })
    if (changes.length === 0) return presentDoor(found, services)
    if (door.changes >= maxChangesPerLink) throw new AppError('conflict', tooManyChangesText)
    const copy = linkCopyText(door, services.now())
    const copied = copy ? [{ field: 'recipient_link', from: null, to: copy }] : []
    const besideCopy = (notes = '') => [notes, copy].filter(Boolean).join('; ')
    const made = await Promise.all(
      changes.map(({ delivery, changed }) =>
        composeDeliveryChange(delivery, { action, ...changed, notes: besideCopy(changed.notes) }, caller, services),
      ),
    )
    const parts = partsOf(made)
    for (const [i, part] of parts.entries()) {
      // If the process ends before the last part, the recipient's repeat makes the other changes. So only the last part is counted.
      const counted = update(
        unscopedKeys.door(hash),
        { add: { changes: 1, version: 1 } },
        { where: { version: door.version }, refused: () => new OvertakenError() },
      )
      await recorder.record(
        part.map(({ event }) => ({ ...event, action, changes: [...event.changes, ...copied] })),
        ...(i === parts.length - 1 ? [counted] : []),
        ...part.flatMap(({ writes }) => writes),
      )
    }
    const next = new Map(made.map((one) => [one.next.id, one.next]))
    return presentDoor(
      {
        ...found,
        door: { ...door, changes: door.changes + 1 },
        deliveries: deliveries.map((delivery) => next.get(delivery.id) ?? delivery),
      },
      services,
    )
  })

/** Divides changes among transactions. Each change also writes its event, and one write of a transaction counts the action. */
function partsOf<C extends { writes: readonly unknown[] }>(made: readonly C[]): C[][] {
  const parts: C[][] = []
  let room = 0
  for (const one of made) {
    const size = one.writes.length + 1
    if (size > room) {
      parts.push([])
      room = transactionLimit - 1
    }
    parts.at(-1)?.push(one)
    room -= size
  }
  return parts
}
