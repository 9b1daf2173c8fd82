import type { ImportKind } from '#shared/model/import.ts'
import { csvFile, csvRowsText } from '../../lib/browser/csv.ts'
import { fieldLabelOf, type ImportField, importFieldsOf, namePartFields } from './column-heads.ts'
import type { FileTable } from './read-table.ts'

const example: Readonly<Partial<Record<ImportField, string>>> = {
  name: 'Grace Hopper',
  patient_name: 'Grace Hopper',
  phone: '(555) 010-0142',
  email: 'grace@example.com',
  address: '12 Harbor Street',
  apt_suite_building: 'Apt 4',
  city: 'New Haven',
  state: 'CT',
  zip_code: '06510',
  is_business_address: 'No',
  access_notes: 'Ring twice',
  time_range: '9:00 AM - 12:00 PM',
  language: 'English',
  notices: 'Email',
  known_patient: 'Yes',
  delivery_notes: 'Leave with the patient only',
  require_photo_id: 'No',
  refrigerated: 'Yes',
  collect_copay: 'Yes',
  signature_required: 'Yes',
  hipaa_form: 'No',
  lien_form: 'No',
  nf_aob_form: 'No',
  rx_number: '1234567',
  copay: '12.50',
  fill_number: '0',
  sku_number: 'VIT-D',
  quantity: '1',
  price: '4.25',
}

/**
 * Makes a template with the columns that an import knows and one row as an example. It has a column for the whole name, and
 * therefore none for its parts.
 */
export function makeImportTemplate(kind: ImportKind, today: string): Blob {
  const fields = importFieldsOf(kind).filter((field) => !namePartFields.includes(field))
  const days = { delivery_date: today, rx_date: today, fill_date: today }
  const values: Readonly<Partial<Record<ImportField, string>>> = { ...example, ...days }
  return csvFile([
    csvRowsText([fields.map((field) => fieldLabelOf(kind, field)), fields.map((field) => values[field] ?? 'A-1001')]),
  ])
}

const reasonHead = 'Reason'

/**
 * Makes a file with the rows that were not imported, with the user's corrections, and a column with the reasons. If the user
 * corrects and imports that file, and rows are refused again, the new reasons replace the earlier ones. Cells that have no heading
 * come after the reasons.
 */
export function makeRefusedRowsFile({ heads, rows }: FileTable, reasons: ReadonlyMap<number, string>): Blob {
  const remaining = heads.flatMap((head, i) => (head === reasonHead ? [] : [i]))
  const lines = rows
    .filter(({ number }) => reasons.has(number))
    .map(({ number, cells }) => [
      ...remaining.map((i) => cells[i] ?? ''),
      reasons.get(number) ?? '',
      ...cells.slice(heads.length),
    ])
  return csvFile([csvRowsText([[...remaining.map((i) => heads[i] ?? ''), reasonHead], ...lines])])
}
