import type { ImportKind } from '#shared/model/import.ts'
import { splitPhoneExtension } from '#shared/rules/phone-number.ts'
import type { ImportField } from './column-heads.ts'
import type { RowValues } from './read-rows.ts'

export const withoutNothing = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

export const pickValues = (values: RowValues, fields: readonly ImportField[]) =>
  withoutNothing(Object.fromEntries(fields.map((field) => [field, values[field]])))

/** Returns the name of a row's patient, from one column or from those of its parts. */
export function nameIn(kind: ImportKind, values: RowValues): string | undefined {
  const { first_name, middle_name, last_name, name_suffix } = values
  const whole = kind === 'patients' ? values.name : values.patient_name
  const parts = [first_name, middle_name, last_name, name_suffix].filter((part) => part !== undefined)
  return whole === undefined ? parts.join(' ') || undefined : String(whole)
}

export const patientDetailFields = [
  ...(['phone', 'email', 'address', 'apt_suite_building', 'city', 'state', 'zip_code'] as const),
  ...(['is_business_address', 'access_notes', 'known_patient'] as const),
] satisfies readonly ImportField[]

/** The facts that only a file of patients has. In a file of deliveries these columns are about the delivery. */
const patientOnlyFields = ['language', 'time_range', 'require_photo_id', 'notices'] satisfies readonly ImportField[]

/** Returns the details of a row's patient as the calls for imports take them. */
export function patientIn(kind: ImportKind, values: RowValues): Record<string, unknown> {
  const external_id = kind === 'patients' ? values.external_id : values.patient_external_id
  return withoutNothing({
    external_id,
    name: nameIn(kind, values),
    ...pickValues(values, kind === 'patients' ? [...patientDetailFields, ...patientOnlyFields] : patientDetailFields),
  })
}

/**
 * Returns a patient without the extension of the phone number, for a check by the rules of the form. The server puts the extension
 * into the access notes.
 */
export function withoutExtension(patient: Record<string, unknown>): Record<string, unknown> {
  const split = typeof patient.phone === 'string' ? splitPhoneExtension(patient.phone) : undefined
  return split ? { ...patient, phone: split.phone } : patient
}
