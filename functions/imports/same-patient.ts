import type { Patient } from '#shared/model/patient.ts'
import { bareText, keepDigits } from '#shared/rules/search.ts'
import type { StoredPatient } from '../data/entities/patient.ts'
import { OvertakenError } from '../data/overtaken.ts'
import type { Table } from '../data/table.ts'
import type { TenantKeys } from '../data/table-keys.ts'
import { put, type Write } from '../data/writes.ts'

type PatientDescription = { [Field in 'external_id' | 'name' | 'phone' | 'zip_code']?: Patient[Field] | undefined }

/** Returns a patient's name, phone and ZIP code for a comparison that ignores case, blanks and separators. */
export const comparablePatient = ({ name = '', phone = '', zip_code = '' }: PatientDescription) => ({
  name: bareText(name),
  phone: keepDigits(phone),
  zip_code: bareText(zip_code),
})

interface SamePatient {
  patient: StoredPatient | undefined
  /** Makes the entry by which a later import of the same row will find this new patient. */
  remember: (patient: StoredPatient) => Write[]
}

/**
 * Finds the patient whom a row describes. This is the patient with the row's external ID or, if there is none, the one with the
 * same name, phone and ZIP code, unless row and patient have different external IDs.
 */
export async function findSamePatient(table: Table, keys: TenantKeys, row: PatientDescription): Promise<SamePatient> {
  const { external_id = '' } = row
  if (external_id) {
    const named = await table.get(keys.externalId('patient', external_id))
    const patient = named && (await table.get(keys.patient(named.id)))
    if (patient && !patient.deleted_at) return { patient, remember: () => [] }
  }
  const comparable = comparablePatient(row)
  if (!comparable.name || !comparable.phone || !comparable.zip_code) return { patient: undefined, remember: () => [] }
  const isSame = (patient: Patient) =>
    JSON.stringify(comparablePatient(patient)) === JSON.stringify(comparable) &&
    (!external_id || !patient.external_id || patient.external_id === external_id)
  const entryKey = keys.importedPatient(comparable)
  const [entry, { items }] = await Promise.all([
    table.get(entryKey),
    table.query(keys.search(comparable.phone), { startsWith: `${comparable.phone}#`, consistent: true }),
  ])
  const ids = [...(entry ? [entry.id] : []), ...items.filter(isSame).map(({ id }) => id)]
  for (const id of ids) {
    const patient = await table.get(keys.patient(id))
    if (patient && !patient.deleted_at && isSame(patient)) return { patient, remember: () => [] }
  }
  const unchanged = entry ? { where: { id: entry.id } } : ({ absent: true } as const)
  return {
    patient: undefined,
    // If two imports add the same patient at the same moment, the slower one fails here. It tries again and then finds the patient.
    remember: ({ id }) => [put(entryKey, { id }, { ...unchanged, refused: () => new OvertakenError() })],
  }
}
