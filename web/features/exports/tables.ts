import { languages, type RxRow, type SkuRow } from '#shared/model/delivery-form.ts'
import {
  type DeliveryColumn,
  deliveryRowColumnNames,
  type PatientColumn,
  patientColumnNames,
} from '#shared/model/exchange-columns.ts'
import type { ListedDelivery } from '#shared/model/list-export.ts'
import { noticeWishLabels, type Patient } from '#shared/model/patient.ts'
import { type CsvCell, csvRowsText } from '../../lib/browser/csv.ts'
import { formatZonedDateTime } from '../../lib/browser/format.ts'
import { timeRangeLabel } from '../../lib/session/shown-time-ranges.ts'
import { deliveryStatusLabel } from '../../ui/badge.tsx'

const yes = (flag: boolean) => (flag ? 'Yes' : 'No')
/** Formats an amount so that a spreadsheet recognises a number: without currency sign or separators. */
const money = (dollars: number | undefined) => dollars?.toFixed(2) ?? null
const labelOf = (options: readonly { value: string; label: string }[], value: string) =>
  options.find((option) => option.value === value)?.label ?? value

const patientCells: { readonly [Column in PatientColumn]: (patient: Patient) => CsvCell } = {
  external_id: ({ external_id }) => external_id,
  name: ({ name }) => name,
  phone: ({ phone }) => phone,
  email: ({ email }) => email,
  address: ({ address }) => address,
  apt_suite_building: ({ apt_suite_building }) => apt_suite_building,
  city: ({ city }) => city,
  state: ({ state }) => state,
  zip_code: ({ zip_code }) => zip_code,
  is_business_address: ({ is_business_address }) => yes(is_business_address),
  access_notes: ({ access_notes }) => access_notes,
  language: ({ language }) => labelOf(languages, language),
  time_range: ({ time_range }) => time_range && timeRangeLabel(time_range),
  require_photo_id: ({ require_photo_id }) => yes(require_photo_id),
  notices: ({ notices }) => labelOf(noticeWishLabels, notices),
  known_patient: ({ known_patient }) => yes(known_patient),
}

export const patientCsvHeader = () => csvRowsText([Object.values(patientColumnNames)])

export const patientCsvLines = (patients: readonly Patient[]) =>
  csvRowsText(patients.map((patient) => Object.values(patientCells).map((cell) => cell(patient))))

/**
 * One line of a delivery. The delivery's first line has its first prescription and its first item, the second line has its second
 * prescription and item, and so on.
 */
interface DeliveryRow {
  delivery: ListedDelivery
  rx: RxRow | undefined
  sku: SkuRow | undefined
}

const deliveryCells: { readonly [Column in DeliveryColumn]: (row: DeliveryRow) => CsvCell } = {
  // If a delivery has no external id, its own id lets an import recognise it.
  external_id: ({ delivery }) => delivery.external_id || delivery.id,
  patient_name: ({ delivery }) => delivery.patient_name,
  phone: ({ delivery }) => delivery.phone,
  email: ({ delivery }) => delivery.email,
  address: ({ delivery }) => delivery.delivery_address,
  apt_suite_building: ({ delivery }) => delivery.apt_suite_building,
  city: ({ delivery }) => delivery.city,
  state: ({ delivery }) => delivery.state,
  zip_code: ({ delivery }) => delivery.zip_code,
  is_business_address: ({ delivery }) => yes(delivery.is_business_address),
  access_notes: ({ delivery }) => delivery.access_notes,
  delivery_date: ({ delivery }) => delivery.delivery_date,
  time_range: ({ delivery }) => timeRangeLabel(delivery.time_range),
  language: ({ delivery }) => labelOf(languages, delivery.language),
  delivery_notes: ({ delivery }) => delivery.delivery_notes,
  require_photo_id: ({ delivery }) => yes(delivery.require_photo_id),
  refrigerated: ({ delivery }) => yes(delivery.refrigerated),
  collect_copay: ({ delivery }) => yes(delivery.collect_copay),
  signature_required: ({ delivery }) => yes(delivery.signature_required),
  hipaa_form: ({ delivery }) => yes(delivery.hipaa_form),
  lien_form: ({ delivery }) => yes(delivery.lien_form),
  nf_aob_form: ({ delivery }) => yes(delivery.nf_aob_form),
  rx_number: ({ rx }) => rx?.rx_number ?? null,
  rx_date: ({ rx }) => rx?.rx_date ?? null,
  copay: ({ rx }) => money(rx?.copay),
  fill_date: ({ rx }) => rx?.fill_date ?? null,
  fill_number: ({ rx }) => rx?.fill_number ?? null,
  sku_number: ({ sku }) => sku?.sku_number ?? null,
  quantity: ({ sku }) => sku?.quantity ?? null,
  price: ({ sku }) => money(sku?.price),
  patient_external_id: ({ delivery }) => delivery.patient_external_id,
}

/** The columns that an import ignores. They come last. */
const statedCells: Readonly<Record<string, (delivery: ListedDelivery) => CsvCell>> = {
  Status: ({ status }) => deliveryStatusLabel(status),
  Pharmacist: ({ pharmacist_name }) => pharmacist_name,
  'Delivered At': ({ completed_at }) => (completed_at ? formatZonedDateTime(completed_at) : null),
  'Recorded by mistake': ({ recorded_by_mistake }) => recorded_by_mistake?.reason ?? null,
  'Plans again': ({ again_of }) => again_of,
  'Planned again as': ({ planned_again_as }) => planned_again_as,
}

export const deliveryCsvHeader = () =>
  csvRowsText([[...Object.values(deliveryRowColumnNames), ...Object.keys(statedCells)]])

function rowsOf(delivery: ListedDelivery): DeliveryRow[] {
  const { rx_information, sku_information } = delivery
  const count = Math.max(1, rx_information.length, sku_information.length)
  return Array.from({ length: count }, (_, i) => ({ delivery, rx: rx_information[i], sku: sku_information[i] }))
}

/**
 * Returns the lines of a delivery export, which can be corrected and imported again. A delivery has as many lines as prescriptions
 * or items, whichever are more, and at least one.
 */
export const deliveryCsvLines = (deliveries: readonly ListedDelivery[]) =>
  csvRowsText(
    deliveries
      .flatMap(rowsOf)
      .map((row) => [
        ...Object.values(deliveryCells).map((cell) => cell(row)),
        ...Object.values(statedCells).map((cell) => cell(row.delivery)),
      ]),
  )
