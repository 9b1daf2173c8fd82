import { attemptReasons } from '#shared/model/attempt.ts'
import { deliveryColumnNames, deliveryRowColumnNames, patientColumnNames } from '#shared/model/exchange-columns.ts'
import type { ExportedDelivery } from '#shared/model/list-export.ts'
import type { Patient } from '#shared/model/patient.ts'
import { formatDollars } from '#shared/rules/money.ts'
import { formatDetailDate, formatZonedDateTime } from '../../lib/browser/format.ts'
import { timeRangeLabel } from '../../lib/session/shown-time-ranges.ts'
import { deliveryStatusLabel } from '../../ui/badge.tsx'

type Fact = readonly [label: string, value: string | null]

const list = (...parts: readonly (string | false)[]) => parts.filter(Boolean).join(', ')

const reasonOf = (reason: string) => attemptReasons.find(({ value }) => value === reason)?.label ?? reason

/** Returns the facts about a patient for the front page of the PDF. */
export const factsOfPatient = (patient: Patient): readonly Fact[] => [
  [patientColumnNames.external_id, patient.external_id],
  [patientColumnNames.name, patient.name],
  [patientColumnNames.phone, patient.phone],
  [patientColumnNames.email, patient.email],
  [
    patientColumnNames.address,
    list(patient.address, patient.apt_suite_building, patient.city, `${patient.state} ${patient.zip_code}`),
  ],
  [patientColumnNames.is_business_address, patient.is_business_address ? 'Yes' : null],
  [patientColumnNames.access_notes, patient.access_notes],
  [patientColumnNames.time_range, patient.time_range && timeRangeLabel(patient.time_range)],
  [patientColumnNames.require_photo_id, patient.require_photo_id ? 'Yes' : null],
  [patientColumnNames.known_patient, patient.known_patient ? 'Yes' : null],
  ['Added on', formatZonedDateTime(patient.created_at)],
]

const mistakeText = ({ recorded_by_mistake: mistake }: ExportedDelivery) =>
  mistake && list(mistake.reason, formatZonedDateTime(mistake.declared_at), mistake.declared_by)

/** Returns the facts about a delivery that are at the top of its page in the PDF, before its proof. */
export const factsOfDelivery = (delivery: ExportedDelivery): readonly Fact[] => [
  [deliveryRowColumnNames.external_id, delivery.external_id],
  ['Status', deliveryStatusLabel(delivery.status)],
  ['Recorded by mistake', mistakeText(delivery)],
  ['Plans again', delivery.again_of],
  ['Planned again as', delivery.planned_again_as],
  [deliveryColumnNames.delivery_date, formatDetailDate(delivery.delivery_date)],
  [deliveryColumnNames.time_range, timeRangeLabel(delivery.time_range)],
  ['Pharmacist', delivery.pharmacist_name],
  [deliveryColumnNames.delivery_notes, delivery.delivery_notes],
  ...delivery.sku_information.map(
    ({ sku_number, quantity, price }) => ['Item', `SKU ${sku_number}, ${quantity} × ${formatDollars(price)}`] as const,
  ),
  ...delivery.attempts.map(
    ({ reason, note, attempted_at, attempted_by }) =>
      ['Could not deliver', list(reasonOf(reason), note, formatZonedDateTime(attempted_at), attempted_by)] as const,
  ),
]
