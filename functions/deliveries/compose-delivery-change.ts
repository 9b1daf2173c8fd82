import type { ActivityAction, EventSubject, FieldChange } from '#shared/model/activity.ts'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import { addressKey } from '#shared/rules/stops.ts'
import { isEditableStatus, isOpenStatus } from '#shared/rules/transitions.ts'
import { changesBetween } from '../data/changes.ts'
import type { DeliveryGuardFields, StoredDelivery } from '../data/entities/delivery.ts'
import type { StoredHistoryItem } from '../data/entities/history-item.ts'
import type { StoredPatient } from '../data/entities/patient.ts'
import { externalIdWrites } from '../data/external-ids.ts'
import type { Key } from '../data/key.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { aboutDelivery } from '../data/subjects.ts'
import { put, update, type Write, type WriteGuard } from '../data/writes.ts'
import { AppError, invalidFieldError } from '../failures/app-error.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { deliveryListEntryWrites } from './delivery-entry-writes.ts'
import { userOpenDeliveriesWrites } from './find-pharmacist.ts'
import { composeHistoryItem, type HistoryItemExtras, historyLimit } from './history.ts'
import { recipientNoticeWrites } from './notice-writes.ts'
import { eventFieldsOfDelivery } from './present-delivery.ts'
import type { TakeOverPlan } from './take-over.ts'

export interface DecidedChange {
  /** The action that the event records. */
  action: ActivityAction
  fields: Partial<StoredDelivery>
  /**
   * The notes for the history item. There is such an item only if the status or the pharmacist changes, or if `historyNote` is set.
   */
  notes?: string
  /** Adds a history item even if neither status nor pharmacist changes. */
  historyNote?: HistoryItemExtras
  /** More writes for the same transaction. */
  also?: readonly Write[]
  /** Allows the change even if the history is full. */
  ignoresLimit?: boolean
  /**
   * Set if the caller takes the delivery over with this change (`planTakeOver`). The takeover gets a history item of its own,
   * before the item of the change.
   */
  takeOver?: TakeOverPlan | undefined
}

/** The statuses with which a delivery may end even if its history is full. */
const unlimitedStatuses: readonly DeliveryStatus[] = ['delivered', 'cancelled']

interface ChangedDelivery {
  next: StoredDelivery
  /** The history items that the change adds. */
  items: readonly StoredHistoryItem[]
  event: EventSubject & { changes: FieldChange[]; hash?: string }
  writes: Write[]
}

/**
 * Computes the changed delivery, its new history items, its event and its writes. Leaves two kinds of writes to the caller: those
 * for the run, because deliveries that start together share them, and those for the search entries, because the start of a run does
 * not change these entries. Throws a 409 if the history has no room for the change.
 */
export async function composeDeliveryChange(
  stored: StoredDelivery,
  { fields, notes = '', historyNote, also = [], ignoresLimit = false, takeOver }: DecidedChange,
  caller: Caller,
  services: Services,
): Promise<ChangedDelivery> {
  const at = services.now().toISOString()
  const { same_since_version: _, ...others } = stored
  const isNow = { version: stored.version + 1, updated_at: at }
  const taken: StoredDelivery = { ...others, ...takeOver, ...isNow }
  const takenNotes = `Taken over by ${taken.pharmacist_name}`
  const taking = composeHistoryItem({ before: stored, after: taken, notes: takenNotes }, caller, services)
  const before = { ...taken, ...taking.fields }
  const changed: StoredDelivery = {
    ...before,
    ...fields,
    ...startingAnew(stored, { ...takeOver, ...fields }, at),
    ...leftBy(stored, { ...takeOver, ...fields }),
    ...settledWishes(stored, fields),
    ...(fields.status === 'in_progress' && stored.status !== 'in_progress' && { started_at: at }),
  }
  const changing = composeHistoryItem({ before, after: changed, notes, historyNote }, caller, services)
  const writes = [...taking.writes, ...changing.writes]
  const needsRoom = writes.length > 0 && !ignoresLimit && (historyNote || !unlimitedStatuses.includes(changed.status))
  if (stored.history_count >= historyLimit && needsRoom)
    throw new AppError('conflict', 'This delivery has been changed too many times')
  const next = { ...changed, ...changing.fields }
  return {
    next,
    items: [...taking.items, ...changing.items],
    event: {
      ...aboutDelivery(next),
      changes: changesBetween(eventFieldsOfDelivery(stored), eventFieldsOfDelivery(next)),
      ...(writes.length > 0 && next.chain_head && { hash: next.chain_head }),
    },
    writes: [
      replacement(caller.keys.delivery(stored.id), stored, next),
      ...writes,
      ...patientWrites(caller, stored, next),
      ...userOpenDeliveriesWrites(caller, stored, next),
      ...externalIdWrites(caller.keys, 'delivery', stored, next),
      ...deliveryListEntryWrites(caller, stored, next),
      ...recipientNoticeWrites(caller, { before: stored, after: next }, services),
      ...also,
    ],
  }
}

/**
 * Returns the fields that change when a package moves to another person or day, or is tried again after a failure: the time of its
 * loading and, for a new try, also the times of its return are cleared, and it joins a run now.
 */
function startingAnew(stored: StoredDelivery, fields: Partial<StoredDelivery>, at: string): Partial<StoredDelivery> {
  const { pharmacist_id, delivery_date, status } = { ...stored, ...fields }
  const isTriedAnew = stored.status === 'failed' && isOpenStatus(status)
  const isMoved = pharmacist_id !== stored.pharmacist_id || delivery_date !== stored.delivery_date
  return {
    ...((isTriedAnew || isMoved) && { loaded_at: null, joined_at: at }),
    ...(isTriedAnew && { returned_at: null, return_captured_at: null }),
  }
}

/** How many earlier pharmacists a delivery remembers. */
const pastPeopleLimit = 20

function leftBy(
  { pharmacist_id, former_people = [] }: StoredDelivery,
  fields: Partial<StoredDelivery>,
): Partial<StoredDelivery> {
  const isLeft = pharmacist_id !== null && fields.pharmacist_id !== undefined && fields.pharmacist_id !== pharmacist_id
  if (!isLeft) return {}
  const others = former_people.filter((id) => id !== pharmacist_id)
  return { former_people: [...others, pharmacist_id].slice(-pastPeopleLimit) }
}

/**
 * Returns the fields that clear those requests of a recipient that no longer apply. The request for another day is cleared when the
 * delivery gets another day, slot, patient or address, goes out, ends, or is tried again. The directions for getting in are cleared when
 * it gets another patient or address.
 */
function settledWishes(stored: StoredDelivery, fields: Partial<StoredDelivery>): Partial<StoredDelivery> {
  const next = { ...stored, ...fields }
  const isMoved = next.delivery_date !== stored.delivery_date || next.time_range !== stored.time_range
  const isOtherDoor = next.patient_id !== stored.patient_id || addressKey(next) !== addressKey(stored)
  const isTriedAnew = stored.status === 'failed' && next.status !== 'failed'
  const isWaiting = isEditableStatus(next.status) || next.status === 'failed'
  return {
    ...(stored.asked && (isMoved || isOtherDoor || isTriedAnew || !isWaiting) && { asked: null }),
    ...(stored.recipient_notes && isOtherDoor && { recipient_notes: '' }),
  }
}

const replacement = (
  key: ReturnType<Caller['keys']['delivery']>,
  stored: StoredDelivery,
  next: StoredDelivery,
): Write => put(key, next, { ...unchangedDeliveryGuard(stored), refused: () => new OvertakenError() })

/** Returns a condition that fails if someone has written the delivery since it was read. */
export const unchangedDeliveryGuard = ({ version }: StoredDelivery): WriteGuard<DeliveryGuardFields> => ({
  where: { version },
})

/**
 * Returns the writes to the patient's item, which counts the patient's open deliveries and records whether one was ever delivered.
 * If the delivery gets another patient, both patients' items are written. Add the writes to the transaction that changes the
 * delivery.
 */
function patientWrites({ keys }: Caller, stored: StoredDelivery, next: StoredDelivery): Write[] {
  const before = isOpenStatus(stored.status) ? 1 : 0
  const after = isOpenStatus(next.status) ? 1 : 0
  if (stored.patient_id !== next.patient_id)
    return [
      update(keys.patient(stored.patient_id), { add: { open_deliveries: -before } }),
      patientOpenDeliveriesWrite(keys.patient(next.patient_id), after),
    ]
  const isDelivered = next.status === 'delivered' && stored.status !== 'delivered'
  if (after === before && !isDelivered) return []
  return [
    update(keys.patient(next.patient_id), {
      add: { open_deliveries: after - before },
      ...(isDelivered && { set: receivedFields(next.id) }),
    }),
  ]
}

/** Returns the fields of a patient who has received a delivery. They change with each one, so that no one overlooks the last. */
export const receivedFields = (id: string) => ({ has_delivered: true, last_received_id: id })

/**
 * Returns the write that adds `by` to a patient's count of open deliveries. It is overtaken if the patient was deleted, or merged
 * into another one, since it was read.
 */
export const patientOpenDeliveriesWrite = (key: Key<StoredPatient>, by: number): Write =>
  update(
    key,
    { add: { open_deliveries: by } },
    { exists: true, hasNot: ['deleted_at'], refused: () => new OvertakenError() },
  )

export const unknownPatientError = (field = 'patient_id') => invalidFieldError(field, 'This patient does not exist')
