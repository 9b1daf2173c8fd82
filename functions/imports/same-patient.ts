import { looksLikeText, otherNameText } from '#shared/model/import.ts'
import type { Patient } from '#shared/model/patient.ts'
import { sentFields } from '#shared/model/shapes.ts'
import { idsWithOtherZeros, withoutLeadingZeros } from '#shared/rules/external-ids.ts'
import { previousNameKey } from '#shared/rules/previous-search-words.ts'
import { firstNameFirst, isSameName } from '#shared/rules/same-name.ts'
import { bareText, nameKey } from '#shared/rules/search.ts'
import type { StoredPatient } from '../data/entities/patient.ts'
import { OvertakenError } from '../data/overtaken.ts'
import type { Table } from '../data/table.ts'
import type { TenantKeys } from '../data/table-keys.ts'
import { put, type Write } from '../data/writes.ts'
import { invalidFieldError } from '../failures/app-error.ts'
import { comparablePatient, type PatientDescription } from '../patients/comparable-patient.ts'
import { currentPatientOf } from '../patients/current-patient.ts'

/** What a row decides about a patient who looks like the one whom it describes. */
interface Decisions {
  rename?: boolean | undefined
  same_patient?: boolean | undefined
  new_patient?: boolean | undefined
}

interface PatientSearch {
  table: Table
  keys: TenantKeys
  row: PatientDescription
  decisions: Decisions
  /** The path of the patient's fields in a row, such as `patient.`. */
  path?: string
}

/** Whether two patients have different external IDs. IDs that differ only in leading zeros count as one, and so does no ID. */
const haveDifferentIds = (
  { external_id: one = '' }: PatientDescription,
  { external_id: other = '' }: PatientDescription,
) => one !== '' && other !== '' && withoutLeadingZeros(one) !== withoutLeadingZeros(other)

interface SamePatient {
  patient: StoredPatient | undefined
  /** The fields that the patient of the directory takes from the row, because the row says so. */
  taken: Partial<Patient>
  /** Makes the entry by which a later import of the same row will find this new patient. */
  remember: (patient: StoredPatient) => Write[]
}

const same = (patient: StoredPatient, taken: Partial<Patient> = {}): SamePatient => ({
  patient,
  taken,
  remember: () => [],
})

/**
 * Finds the patient whom a row describes. This is the patient with the row's external ID, provided that the names agree, or else
 * the one with the same name, phone and ZIP code, unless row and patient have different external IDs. Throws a 422 if a patient of
 * another name has the ID, or if a patient differs only in the phone number or the address, and the row does not decide about it.
 */
export async function findSamePatient(search: PatientSearch): Promise<SamePatient> {
  const { table, keys, row } = search
  const named = await findByExternalId(search)
  if (named) return named
  const comparable = comparablePatient(row)
  if (!comparable.name || !comparable.phone || !comparable.zip_code)
    return { patient: undefined, taken: {}, remember: () => [] }
  const isSame = (patient: Patient) =>
    JSON.stringify(comparablePatient(patient)) === JSON.stringify(comparable) && !haveDifferentIds(row, patient)
  const entryKey = keys.importedPatient(comparable)
  const [entry, { items }] = await Promise.all([
    table.get(entryKey),
    table.query(keys.search(comparable.phone), { startsWith: `${comparable.phone}#`, consistent: true }),
  ])
  const ids = [...(entry ? [entry.id] : []), ...items.filter(isSame).map(({ id }) => id)]
  const found = await firstOf(search, ids, isSame)
  if (found) return same(found)
  const alike = await findAlike(search, items)
  if (alike) return alike
  const unchanged = entry ? { where: { id: entry.id } } : ({ absent: true } as const)
  return {
    patient: undefined,
    taken: {},
    // If two imports add the same patient at the same moment, the slower one fails here. It tries again and then finds the patient.
    remember: ({ id }) => [put(entryKey, { id }, { ...unchanged, refused: () => new OvertakenError() })],
  }
}

/** Finds the first of these patients who is the same. One who was merged leads to the patient that stayed. */
async function firstOf({ table, keys }: PatientSearch, ids: readonly string[], isSame: (patient: Patient) => boolean) {
  for (const id of ids) {
    const patient = await table.get(keys.patient(id))
    const current = patient && isSame(patient) && (await currentPatientOf(table, keys, patient))
    if (current) return current
  }
  return undefined
}

/** Whether a patient, or one who was merged into this patient, has this name. */
const hasName = ({ name, merged = [] }: StoredPatient, other: string) =>
  [name, ...merged.map((one) => one.name)].some((known) => isSameName(other, known))

/**
 * Finds the patient of the row's external ID. If there is none, or one of another name, also finds a patient whose ID differs only
 * in leading zeros and whose name, and phone or ZIP code, are the same.
 */
async function findByExternalId(search: PatientSearch): Promise<SamePatient | undefined> {
  const { table, keys, row, decisions, path = '' } = search
  const { external_id = '', name } = row
  if (!external_id) return undefined
  const entry = await table.get(keys.externalId('patient', external_id))
  const patient = entry && (await firstOf(search, [entry.id], () => true))
  if (patient && (name === undefined || hasName(patient, name))) return same(patient)
  const others = idsWithOtherZeros(external_id).map((id) => keys.externalId('patient', id))
  const entries = name === undefined || others.length === 0 ? [] : await table.getAll(others, { consistent: true })
  const known = entries.flatMap((other) => (other ? [other.id] : []))
  const shortened = await firstOf(
    search,
    known,
    (other) => isSameName(name ?? '', other.name) && sharesContact(row, other),
  )
  if (shortened) return same(shortened)
  if (!patient || name === undefined) return undefined
  if (decisions.rename) return same(patient, { name })
  throw invalidFieldError(`${path}external_id`, otherNameText(patient.name))
}

/** Whether two patients live at the same address. If only one of them has an apartment, it makes no difference. */
const isSameDoor = (one: PatientDescription, other: PatientDescription) => {
  const [apt, otherApt] = [one, other].map(({ apt_suite_building = '' }) => bareText(apt_suite_building))
  const [place, otherPlace] = [one, other].map(({ address = '', zip_code = '' }) =>
    [address, zip_code].map(bareText).join('|'),
  )
  return place === otherPlace && (!apt || !otherApt || apt === otherApt)
}

const sharesContact = (row: PatientDescription, patient: Patient) => {
  const [one, other] = [comparablePatient(row), comparablePatient(patient)]
  return (one.phone !== '' && one.phone === other.phone) || (one.zip_code !== '' && one.zip_code === other.zip_code)
}

/**
 * Finds a patient of the same name who has another phone number at the same address, or another address with the same phone
 * number. `ofPhone` are the patients with the row's phone number.
 */
async function findAlike(search: PatientSearch, ofPhone: readonly Patient[]): Promise<SamePatient | undefined> {
  const { table, keys, row, decisions, path = '' } = search
  const { name = '', phone = '' } = row
  if (decisions.new_patient) return undefined
  const names = new Set([name, firstNameFirst(name)].flatMap((one) => [nameKey(one), previousNameKey(one)]))
  const pages = [...names].map((key) => table.query(keys.names, { startsWith: `${key}#`, consistent: true }))
  const items = (await Promise.all(pages)).flatMap((page) => page.items)
  const isAlike = (patient: Patient) => isSameName(name, patient.name) && !haveDifferentIds(row, patient)
  const isAtDoor = (patient: Patient) => isAlike(patient) && isSameDoor(row, patient)
  const ids = (patients: readonly Patient[]) => patients.map(({ id }) => id)
  const atDoor = await firstOf(search, ids(items.filter(isAtDoor)), isAtDoor)
  if (atDoor) {
    if (decisions.same_patient) return same(atDoor, { phone })
    throw invalidFieldError(`${path}phone`, looksLikeText(atDoor.name, 'phone number'))
  }
  const moved = await firstOf(search, ids(ofPhone.filter(isAlike)), isAlike)
  if (!moved) return undefined
  const { address, apt_suite_building, city, state, zip_code } = row
  if (decisions.same_patient) return same(moved, sentFields({ address, apt_suite_building, city, state, zip_code }))
  throw invalidFieldError(`${path}address`, looksLikeText(moved.name, 'address'))
}
