import type { StoredPatient } from '../data/entities/patient.ts'
import type { Table } from '../data/table.ts'
import type { TenantKeys } from '../data/table-keys.ts'

/**
 * Returns the patient as the directory has them now: the patient who stayed if this one was merged into another, and undefined for a
 * deleted patient.
 */
export async function currentPatientOf(
  table: Table,
  keys: TenantKeys,
  stored: StoredPatient,
): Promise<StoredPatient | undefined> {
  let patient: StoredPatient | undefined = stored
  while (patient?.merged_into) patient = await table.get(keys.patient(patient.merged_into))
  return patient?.deleted_at ? undefined : patient
}

/** Finds the patient to whom an id leads. Undefined for an unknown or deleted patient. */
export async function findCurrentPatient(table: Table, keys: TenantKeys, id: string) {
  const stored = await table.get(keys.patient(id))
  return stored && currentPatientOf(table, keys, stored)
}
