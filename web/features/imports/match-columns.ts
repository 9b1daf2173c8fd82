import { importColumnNames } from '#shared/model/exchange-columns.ts'
import type { ImportKind } from '#shared/model/import.ts'
import { objectKeys } from '#shared/model/shapes.ts'

type DeliveryField = keyof typeof importColumnNames.deliveries
type PatientField = keyof typeof importColumnNames.patients
export type ImportField = DeliveryField | PatientField

/** For each field that has a column in the file, the index of the column. */
export type MatchedColumns = Partial<Record<ImportField, number>>

const names = ['Patient Name', 'Patient', 'Full Name', 'Customer', 'Customer Name', 'Recipient', 'Pt Name', 'Name']
const patientIds = ['Patient ID', 'Patient #', 'Patient Number', 'Patient Account', 'MRN', 'Person ID', 'Pt ID']

/** Names that other systems give the columns, in addition to our own. */
const usualHeads: Readonly<Partial<Record<ImportField, readonly string[]>>> = {
  name: names,
  patient_name: names,
  patient_external_id: patientIds,
  first_name: ['First', 'Patient First Name', 'Patient First', 'Pt First Name', 'FName', 'Given Name'],
  last_name: ['Last', 'Patient Last Name', 'Patient Last', 'Pt Last Name', 'LName', 'Surname', 'Family Name'],
  phone: [
    'Phone Number',
    'Telephone',
    'Cell',
    'Cell Phone',
    'Mobile',
    'Home Phone',
    'Primary Phone',
    'Phone 1',
    'Patient Phone',
    'Contact Phone',
    'Tel',
  ],
  email: ['Email Address', 'E-mail', 'Patient Email'],
  address: [
    'Address 1',
    'Address Line 1',
    'Street',
    'Street Address',
    'Delivery Address',
    'Ship To Address',
    'Patient Address',
    'Addr1',
    'Addr',
  ],
  apt_suite_building: ['Apt', 'Apt/Suite', 'Suite', 'Unit', 'Apartment', 'Address 2', 'Address Line 2', 'Addr2'],
  city: ['Town', 'Patient City', 'Delivery City'],
  state: ['ST', 'Patient State', 'Delivery State', 'Province'],
  zip_code: ['ZIP', 'Patient ZIP', 'Delivery ZIP', 'Postal Code', 'Postcode'],
  is_business_address: ['Business', 'Commercial', 'Commercial Address'],
  access_notes: ['Gate Code', 'Access Code', 'Entry Notes'],
  delivery_date: [
    'Deliver Date',
    'Del Date',
    'Deliver On',
    'Scheduled Date',
    'Ship Date',
    'Promise Date',
    'Promised Date',
    'Due Date',
    'Date',
  ],
  time_range: [
    'Time Window',
    'Delivery Window',
    'Window',
    'Time Slot',
    'Slot',
    'Delivery Time',
    'Promise Time',
    'Time',
  ],
  language: ['Preferred Language', 'Patient Language', 'Lang'],
  delivery_notes: [
    'Delivery Instructions',
    'Special Instructions',
    'Instructions',
    'Driver Notes',
    'Notes',
    'Comments',
    'Memo',
  ],
  require_photo_id: ['Photo ID', 'ID Required', 'Require Photo ID'],
  refrigerated: ['Fridge', 'Refrigerate', 'Cold', 'Cold Chain', 'Fridge Item'],
  collect_copay: ['Collect', 'COD'],
  signature_required: ['Signature', 'Sig Required', 'Sig Req'],
  rx_number: [
    'Rx #',
    'Rx',
    'Rx No',
    'Rx Num',
    'Prescription',
    'Prescription #',
    'Prescription Number',
    'Script #',
    'Script Number',
  ],
  rx_date: ['Date Written', 'Written Date'],
  copay: ['Copay', 'Copay Amount', 'Patient Pay', 'Pat Pay', 'Pt Pay', 'Amount Due'],
  fill_date: ['Date Filled', 'Date of Fill', 'Filled', 'Dispensed', 'Dispense Date', 'Date Dispensed'],
  fill_number: ['Fill #', 'Refill #', 'Refill Number', 'Refill'],
  sku_number: ['SKU', 'SKU #', 'Item', 'Item #', 'Item Number', 'Product Code'],
  quantity: ['Qty'],
  price: ['Price', 'Unit Price', 'Item Price'],
}

const ids: Readonly<Record<ImportKind, readonly string[]>> = {
  deliveries: ['Order ID', 'Order #', 'Order Number', 'Delivery ID', 'Delivery #', 'Transaction ID', 'Ticket #'],
  patients: patientIds,
}

/** The heads of columns whose content the product must not store. */
const leftOutHeads = ['DOB', 'Date of Birth', 'Birth Date', 'Birthdate', 'Patient DOB', 'Pt DOB']

/** Normalises the head of a column: ignores case, blanks and separators, and reads `#` and `no` as `number`. */
const bare = (head: string) =>
  head
    .toLowerCase()
    .replaceAll('#', 'number')
    .replace(/\bno\b\.?/g, 'number')
    .replace(/[^a-z0-9]/g, '')

const headsOf = (kind: ImportKind) => {
  const own: Readonly<Partial<Record<ImportField, string>>> = importColumnNames[kind]
  return importFieldsOf(kind).map((field) => ({
    field,
    heads: new Set(
      [own[field] ?? field, field, ...(field === 'external_id' ? ids[kind] : (usualHeads[field] ?? []))].map(bare),
    ),
  }))
}

/** The fields of an import of this kind, in the order of its template. */
export const importFieldsOf = (kind: ImportKind): readonly ImportField[] => objectKeys(importColumnNames[kind])

export const fieldLabelOf = (kind: ImportKind, field: ImportField) => {
  const labels: Readonly<Partial<Record<ImportField, string>>> = importColumnNames[kind]
  return labels[field] ?? field
}

let known: ReadonlySet<string> | undefined

/** Whether the text of a cell is a known head of a column. */
export function isKnownColumnHead(cell: string): boolean {
  known ??= new Set([...headsOf('deliveries'), ...headsOf('patients')].flatMap(({ heads }) => [...heads]))
  return known.has(bare(cell))
}

export const isIgnoredColumnHead = (head: string) => leftOutHeads.map(bare).includes(bare(head))

/** Recognises columns by their heads. Each field gets at most one column, and each column at most one field. */
export function matchColumns(kind: ImportKind, heads: readonly string[]): MatchedColumns {
  const taken = new Set<number>()
  const columns: MatchedColumns = {}
  for (const { field, heads: usual } of headsOf(kind)) {
    // Try the names in their order, so that an exact name wins over a common synonym.
    const at = [...usual]
      .map((word) => heads.findIndex((head, i) => !taken.has(i) && bare(head) === word))
      .find((i) => i >= 0)
    if (at === undefined) continue
    columns[field] = at
    taken.add(at)
  }
  // Without a column for items, a column of quantities or prices is about the prescriptions, which have no such fields.
  if (columns.sku_number === undefined) {
    delete columns.quantity
    delete columns.price
  }
  return columns
}

const patientNeeds = ['phone', 'address', 'city', 'state', 'zip_code'] as const

/**
 * Returns the names of the required fields to which no column is assigned. If a column has external ids, no other field is
 * required, because the rows may be of records that already exist. For the same reason, deliveries with a column of the patients'
 * external ids require no other field of the patient.
 */
export function missingRequiredFieldLabels(kind: ImportKind, columns: MatchedColumns): string[] {
  const has = (field: ImportField) => columns[field] !== undefined
  if (has('external_id')) return []
  const name = kind === 'deliveries' ? 'patient_name' : 'name'
  const isNamed = has(name) || (has('first_name') && has('last_name'))
  const ofPatient: ImportField[] = [
    ...(isNamed ? [] : ([name] as const)),
    ...patientNeeds.filter((field) => !has(field)),
  ]
  const ofDelivery = (['delivery_date', 'time_range'] as const).filter((field) => !has(field))
  const needed = kind === 'patients' ? ofPatient : [...ofDelivery, ...(has('patient_external_id') ? [] : ofPatient)]
  return needed.map((field) => fieldLabelOf(kind, field))
}
