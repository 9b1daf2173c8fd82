import { isDeepStrictEqual } from 'node:util'
import type * as deliveries from '#shared/api/deliveries.ts'
import type { DeliveryEdit } from '#shared/model/delivery-form.ts'
import { statusInWords } from '#shared/model/delivery-statuses.ts'
import { sentFields } from '#shared/model/shapes.ts'
import { deliveryDateInThePastText, shortDay } from '#shared/rules/dates.ts'
import { toDollars } from '#shared/rules/money.ts'
import { initialStatus, isEditableStatus, isFinalStatus, statusAfterAssignment } from '#shared/rules/transitions.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import { AppError, invalidFieldError } from '../failures/app-error.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { findCurrentPatient } from '../patients/current-patient.ts'
import { refuseTimeRangeNotOffered } from '../patients/refuse-time-range-not-offered.ts'
import { type ChangeDecider, changeDelivery } from './change-delivery.ts'
import { type DecidedChange, unknownPatientError } from './compose-delivery-change.ts'
import { copiedPatientFields, refuseFutureFillDates, rowsAndTotalsInCents } from './delivery-fields.ts'
import { assignmentFieldsFor, isPastDriver } from './find-pharmacist.ts'
import { todayOf } from './today.ts'

export const updateDelivery: Operation<typeof deliveries.updateDelivery> = (request, services) =>
  changeDelivery(request, services, deliveryEditDecider(request, services))

/** Returns the function that decides an edit. The edit may apply to one delivery or to many. */
export function deliveryEditDecider(
  { body, caller }: { body: DeliveryEdit; caller: Caller },
  services: Services,
): ChangeDecider {
  const sent = Object.keys(body)
  const assignsOnly = sent.length === 1 && sent[0] === 'pharmacist_id'
  return async (delivery) => {
    if (assignsOnly) {
      if (isFinalStatus(delivery.status))
        throw new AppError(
          'conflict',
          `The pharmacist cannot be changed once a delivery is ${statusInWords(delivery.status)}`,
        )
      return assigned(delivery, body.pharmacist_id ?? null, caller, services)
    }
    if (delivery.status === 'failed' && isReschedule(sent)) return rescheduleFailed(delivery, body, caller, services)
    if (!isEditableStatus(delivery.status))
      throw new AppError('conflict', `A delivery that is ${statusInWords(delivery.status)} cannot be edited`)
    return edited(delivery, body, caller, services)
  }
}

const ofReschedules: ReadonlySet<string> = new Set(['delivery_date', 'time_range', 'pharmacist_id'])

/** Whether an edit only sets another day or slot, and perhaps another person. */
const isReschedule = (sent: readonly string[]) =>
  sent.every((field) => ofReschedules.has(field)) && sent.some((field) => field !== 'pharmacist_id')

interface NewTime extends Pick<DeliveryEdit, 'pharmacist_id'> {
  delivery_date?: string | undefined
  time_range?: string | undefined
}

/** Decides the change that plans a failed delivery again. */
export async function rescheduleFailed(
  delivery: StoredDelivery,
  { delivery_date = delivery.delivery_date, time_range, pharmacist_id }: NewTime,
  caller: Caller,
  services: Services,
): Promise<DecidedChange> {
  if (delivery_date < todayOf(caller, services)) throw invalidFieldError('delivery_date', deliveryDateInThePastText)
  refuseTimeRangeNotOffered(time_range, caller, delivery.time_range)
  const isLeft = pharmacist_id === undefined && (await isPastDriver(delivery.pharmacist_id, caller, services))
  const next = pharmacist_id === undefined ? delivery.pharmacist_id : pharmacist_id
  const assignment = await assignmentFieldsFor(isLeft ? null : next, caller, services)
  return {
    action: 'delivery.edited',
    fields: {
      ...assignment,
      ...(time_range && { time_range }),
      delivery_date,
      status: initialStatus(undefined, assignment.pharmacist_id),
    },
    notes: `Rescheduled to ${shortDay(delivery_date)}`,
  }
}

async function assigned(
  delivery: StoredDelivery,
  pharmacistId: string | null,
  caller: Caller,
  services: Services,
): Promise<DecidedChange | undefined> {
  const assignment = await assignmentFieldsFor(pharmacistId, caller, services)
  const status = statusAfterAssignment(delivery.status, assignment.pharmacist_id)
  if (status === delivery.status && assignment.pharmacist_id === delivery.pharmacist_id) return undefined
  const notes = assignment.pharmacist_name ? `Assigned to ${assignment.pharmacist_name}` : 'Unassigned'
  return { action: 'delivery.assigned', fields: { ...assignment, status }, notes }
}

async function edited(
  delivery: StoredDelivery,
  body: DeliveryEdit,
  caller: Caller,
  services: Services,
): Promise<DecidedChange | undefined> {
  const { rx_information, sku_information, pharmacist_id, patient_id, refresh_patient, ...form } = body
  const { delivery_date } = form
  if (delivery_date && delivery_date !== delivery.delivery_date && delivery_date < todayOf(caller, services))
    throw invalidFieldError('delivery_date', deliveryDateInThePastText)
  refuseTimeRangeNotOffered(form.time_range, caller, delivery.time_range)
  if (rx_information) refuseFutureFillDates(rx_information, todayOf(caller, services))
  // The form sends `pharmacist_id` even if it hasn't changed, so an unchanged pharmacist isn't a reassignment.
  const reassigns = pharmacist_id !== undefined && pharmacist_id !== delivery.pharmacist_id
  const isOther = patient_id !== undefined && patient_id !== delivery.patient_id
  const [assignment, patient] = await Promise.all([
    reassigns ? assigned(delivery, pharmacist_id, caller, services) : undefined,
    isOther || refresh_patient
      ? copyOf({ delivery, patientId: patient_id, refreshes: refresh_patient }, caller, services)
      : undefined,
  ])
  const rx = rx_information ?? delivery.rx_information.map((row) => ({ ...row, copay: toDollars(row.copay) }))
  const sku = sku_information ?? delivery.sku_information.map((row) => ({ ...row, price: toDollars(row.price) }))
  const fields = {
    ...sentFields(form),
    ...(form.delivery_notes !== undefined && { order_notes: form.delivery_notes }),
    ...patient,
    ...rowsAndTotalsInCents(rx, sku),
    ...assignment?.fields,
  }
  if (isDeepStrictEqual({ ...delivery, ...fields }, delivery)) return undefined
  return { action: 'delivery.edited', fields, ...(assignment?.notes && { notes: assignment.notes }) }
}

interface CopyRequest {
  delivery: StoredDelivery
  /** The new patient. Undefined if the delivery keeps its patient. */
  patientId: string | undefined
  refreshes: boolean | undefined
}

/**
 * Returns the details of a patient that a delivery copies. Undefined if it has them already, because the new patient is the one whom
 * it has, or was merged into that one. Throws a 422 if the patient was deleted or doesn't exist.
 */
async function copyOf({ delivery, patientId, refreshes }: CopyRequest, { keys }: Caller, { table }: Services) {
  const patient = await findCurrentPatient(table, keys, patientId ?? delivery.patient_id)
  if (!patient) throw unknownPatientError()
  return patient.id === delivery.patient_id && !refreshes ? undefined : copiedPatientFields(patient)
}
