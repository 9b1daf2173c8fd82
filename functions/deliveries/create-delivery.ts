import type * as z from 'zod/mini'
import type * as deliveries from '#shared/api/deliveries.ts'
import type { EventSubject } from '#shared/model/activity.ts'
import type { newDelivery } from '#shared/model/delivery-form.ts'
import { deliveryDateInThePastText } from '#shared/rules/dates.ts'
import { initialStatus } from '#shared/rules/transitions.ts'
import { deliverySearchEntryChanges, writeWithSearchEntries } from '../data/delivery-entries.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import type { StoredPatient } from '../data/entities/patient.ts'
import { externalIdWrites } from '../data/external-ids.ts'
import { retryIfOvertaken } from '../data/overtaken.ts'
import { aboutDelivery } from '../data/subjects.ts'
import { put, type Write } from '../data/writes.ts'
import { AppError, invalidFieldError } from '../failures/app-error.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { EventRecorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import { findCurrentPatient } from '../patients/current-patient.ts'
import { refuseTimeRangeNotOffered } from '../patients/refuse-time-range-not-offered.ts'
import { countCreatedOrRefuse } from '../security/day-quotas.ts'
import { patientOpenDeliveriesWrite, unknownPatientError } from './compose-delivery-change.ts'
import { copiedPatientFields, emptyDoorFields, refuseFutureFillDates, rowsAndTotalsInCents } from './delivery-fields.ts'
import { assignmentFieldsFor, userOpenDeliveriesWrites } from './find-pharmacist.ts'
import { composeHistoryItem } from './history.ts'
import { recipientNoticeWrites } from './notice-writes.ts'
import { presentDelivery } from './present-delivery.ts'
import { todayOf } from './today.ts'

export const createDelivery: Operation<typeof deliveries.createDelivery> = async (request, services) => {
  const { body, caller, idempotency, activity } = request
  await countCreatedOrRefuse(services, caller.tenant, body.rx_information.length)
  return retryIfOvertaken(async () => {
    const patient = await findCurrentPatient(services.table, caller.keys, body.patient_id)
    const delivery = await newStoredDelivery({ body, patient }, caller, services)
    const answer = await presentDelivery(delivery, caller, services)
    await storeNewDelivery({ delivery, caller, activity }, services, [
      ...(idempotency ? [idempotency.record(answer)] : []),
      patientOpenDeliveriesWrite(caller.keys.patient(delivery.patient_id), 1),
    ])
    return answer
  })
}

interface DeliveryForm {
  body: z.output<ReturnType<typeof newDelivery>>
  patient: StoredPatient | undefined
  /** A time range that may be used although it is no longer offered. */
  current?: string
}

/**
 * Builds a delivery from a form and its patient, without writing anything. Throws a 422 for a delivery date in the past, for a fill
 * date in the future, for an unknown or deleted patient, or for a person to whom deliveries cannot be assigned.
 */
export async function newStoredDelivery({ body, patient, current }: DeliveryForm, caller: Caller, services: Services) {
  const today = todayOf(caller, services)
  if (body.delivery_date < today) throw invalidFieldError('delivery_date', deliveryDateInThePastText)
  refuseTimeRangeNotOffered(body.time_range, caller, current)
  refuseFutureFillDates(body.rx_information, today)
  if (!patient || patient.deleted_at) throw unknownPatientError()
  const assignment = await assignmentFieldsFor(body.pharmacist_id, caller, services)

  const at = services.now().toISOString()
  const { rx_information, sku_information, ...form } = body
  const { new_delivery_defaults: defaults } = caller.tenant
  const delivery: StoredDelivery = {
    ...form,
    language: form.language ?? patient.language,
    require_photo_id: form.require_photo_id ?? (patient.require_photo_id || defaults.require_photo_id),
    signature_required: form.signature_required ?? defaults.signature_required,
    ...copiedPatientFields(patient),
    ...assignment,
    ...rowsAndTotalsInCents(rx_information, sku_information),
    ...emptyDoorFields,
    order_notes: form.delivery_notes,
    id: services.newId(),
    status: initialStatus(body.status, assignment.pharmacist_id),
    version: 1,
    history_count: 1,
    created_at: at,
    joined_at: at,
    updated_at: at,
  }
  return delivery
}

interface PlannedDelivery {
  delivery: StoredDelivery
  caller: Caller
  activity: EventRecorder<'delivery.created' | 'patient.created'>
  /** The event subject of the patient. Set only if the same transaction adds the patient to the directory. */
  added?: EventSubject
  /** Makes the error for an external ID that another delivery already has. */
  taken?: () => Error
}

/**
 * Writes a new delivery with its first history item, its search entries and its event. `also` has further writes for the same
 * transaction. One of them has to count the delivery among its patient's open deliveries, because this function doesn't.
 */
export async function storeNewDelivery(
  { delivery, caller, activity, added, taken }: PlannedDelivery,
  services: Services,
  also: readonly Write[],
): Promise<void> {
  const { fields: historyFields, writes } = composeHistoryItem(
    { before: undefined, after: delivery, notes: 'Delivery created' },
    caller,
    services,
  )
  const entries = deliverySearchEntryChanges(caller.keys, undefined, delivery)
  await writeWithSearchEntries(
    services.table,
    entries,
    (inOne) =>
      activity.record(
        [
          ...(added ? [{ action: 'patient.created' as const, ...added }] : []),
          { action: 'delivery.created', ...aboutDelivery(delivery), hash: historyFields.chain_head },
        ],
        put(
          caller.keys.delivery(delivery.id),
          { ...delivery, ...historyFields },
          { absent: true, refused: () => new AppError('conflict', 'This delivery already exists') },
        ),
        ...writes,
        ...userOpenDeliveriesWrites(caller, undefined, delivery),
        ...recipientNoticeWrites(caller, { before: undefined, after: delivery }, services),
        ...externalIdWrites(caller.keys, 'delivery', undefined, delivery, taken),
        ...also,
        ...inOne,
      ),
    also.length,
  )
}
