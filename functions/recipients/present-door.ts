import { isAbsence } from '#shared/model/attempt.ts'
import { languages } from '#shared/model/delivery-form.ts'
import { type RecipientAction, type RecipientTracking, stopsBeforeLimit } from '#shared/model/tracking.ts'
import { findDoorState } from '#shared/rules/doors.ts'
import { findPlacesOnRuns } from '../deliveries/place-on-run.ts'
import type { Services } from '../http/services.ts'
import type { FoundDoor } from './find-door.ts'

/** How many changes a recipient can make with one link. */
export const maxChangesPerLink = 5

/** Computes what the page of a door's link shows: the state of the door's packages, and what the recipient may do. */
export async function presentDoor(found: FoundDoor, services: Services): Promise<RecipientTracking> {
  const { tenant, door, deliveries, patients, first } = found
  const stage = findDoorState(deliveries)
  const shown = deliveries[0] ?? first
  const asked = deliveries.find((delivery) => delivery.asked)?.asked
  const before = stage?.state === 'out' ? await stopsBefore(found, services) : undefined
  // A patient who was merged is here as the patient that stayed.
  const isOfDoor = patients.some(({ id }) => id === first?.patient_id)
  const isGone = first?.status === 'cancelled' || first?.recorded_by_mistake
  const isMoved = first && !deliveries.includes(first) && !isGone && isOfDoor
  const moved = isMoved ? first : undefined
  const state = before === 0 ? 'next' : (stage?.state ?? (moved ? 'moved' : 'cancelled'))
  const elsewhere = state === 'moved' ? moved : undefined
  return {
    organisation: tenant.name,
    phone: tenant.phone_number,
    time_zone: tenant.time_zone,
    date: elsewhere?.delivery_date ?? door.date,
    time_range: (elsewhere ?? shown)?.time_range ?? '',
    state,
    stops_before: state === 'out' && before !== undefined ? Math.min(before, stopsBeforeLimit) : null,
    ...(before !== undefined && before > stopsBeforeLimit && { more: true }),
    at: stage?.at ?? null,
    ...(state === 'missed' && { is_absence: wasNoOneMet(deliveries) }),
    packages: deliveries.filter(({ status }) => status !== 'cancelled').length,
    language: languages.find(({ value }) => value === shown?.language)?.value ?? 'english',
    asked: asked?.delivery_date ?? null,
    asked_time_range: asked?.time_range ?? null,
    access_notes: deliveries.find(({ recipient_notes }) => recipient_notes)?.recipient_notes ?? '',
    can: actionsOf(found, state),
  }
}

/** Whether every failed package's last attempt met no one at the door. */
const wasNoOneMet = (deliveries: FoundDoor['deliveries']) =>
  deliveries
    .filter(({ status }) => status === 'failed')
    .every(({ attempts }) => {
      const last = attempts.at(-1)
      return last !== undefined && isAbsence(last)
    })

function actionsOf({ door, tenant, patients }: FoundDoor, state: RecipientTracking['state']): RecipientAction[] {
  const canChange = (state === 'planned' || state === 'missed') && door.changes < maxChangesPerLink
  const getsNotices =
    tenant.recipient_notices !== 'off' && patients.some(({ deleted_at, notices }) => !deleted_at && notices !== 'none')
  return [...(canChange ? (['access', 'reschedule'] as const) : []), ...(getsNotices ? (['unsubscribe'] as const) : [])]
}

/**
 * Returns how many stops the driver makes before this door. Undefined if no package of the door is on its way, or while the index
 * doesn't show that yet.
 */
async function stopsBefore({ deliveries, caller }: Pick<FoundDoor, 'deliveries' | 'caller'>, { table }: Services) {
  const out = deliveries.find(({ status }) => status === 'in_progress')
  return out && (await findPlacesOnRuns([out], caller, table)).get(out.id)?.stops_before
}
