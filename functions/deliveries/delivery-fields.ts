import type { RxRow, SkuRow } from '#shared/model/delivery-form.ts'
import { fieldsCopiedFromPatient } from '#shared/model/patient.ts'
import { pickFields } from '#shared/model/shapes.ts'
import { fillDateInTheFutureText } from '#shared/rules/dates.ts'
import { toCents } from '#shared/rules/money.ts'
import { returnWindowStart } from '#shared/rules/return-window.ts'
import type { StoredPatient } from '../data/entities/patient.ts'
import { AppError } from '../failures/app-error.ts'

/** Returns those details of a patient that each delivery copies. */
export const copiedPatientFields = (patient: StoredPatient) => ({
  patient_id: patient.id,
  patient_name: patient.name,
  delivery_address: patient.address,
  ...pickFields(fieldsCopiedFromPatient(), patient),
})

/**
 * Returns the prescription and product rows with amounts in cents. Also returns their counts and totals and the start of the return
 * window, which are computed from the rows and never taken from the client.
 */
export function rowsAndTotalsInCents(rx: readonly RxRow[], sku: readonly SkuRow[]) {
  const rx_information = rx.map((row) => ({ ...row, copay: toCents(row.copay) }))
  const sku_information = sku.map((row) => ({ ...row, price: toCents(row.price) }))
  return {
    rx_information,
    sku_information,
    rx_count: rx_information.length,
    sku_count: sku_information.length,
    total_copay: rx_information.reduce((sum, { copay }) => sum + copay, 0),
    return_from: returnWindowStart(rx),
    total_price: sku_information.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
  }
}

/** Throws a 422 if the fill date of a prescription is after today. */
export function refuseFutureFillDates(rx: readonly RxRow[], today: string): void {
  const problems = rx.flatMap(({ fill_date }, row) =>
    fill_date > today
      ? [{ loc: ['body', 'rx_information', row, 'fill_date'], msg: fillDateInTheFutureText, type: 'value_error' }]
      : [],
  )
  if (problems.length > 0) throw new AppError('invalid', problems)
}

/**
 * The initial values of the fields that are filled in after a delivery is created: on the way, at the door, or by the recipient.
 */
export const emptyDoorFields = {
  hipaa_form_received: false,
  counseling_received: false,
  counseling_required: false,
  amount: null,
  signature_key: null,
  signature_timestamp: null,
  photo_key: null,
  delivery_photo_content_type: null,
  completed_at: null,
  payment_method: null,
  loaded_at: null,
  returned_at: null,
  attempts: [],
  asked: null,
  recipient_notes: '',
  signer_name: null,
  signer_relationship: null,
  photo_id: null,
  hipaa_form_outcome: null,
  hipaa_form_reason: null,
  counseling_outcome: null,
  signature_method: null,
  signature_quality: null,
  captured_at: null,
  call_back_due_at: null,
  signature_sha256: null,
  strokes_key: null,
  strokes_sha256: null,
  photo_sha256: null,
}
