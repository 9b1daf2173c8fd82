import * as z from 'zod/mini'
import type { ImportedDelivery } from '#shared/model/import.ts'
import { newPatient, type Patient } from '#shared/model/patient.ts'
import type { StoredPatient } from '../data/entities/patient.ts'
import { OvertakenError } from '../data/overtaken.ts'
import type { Write } from '../data/writes.ts'
import { unknownPatientError } from '../deliveries/compose-delivery-change.ts'
import type { Caller } from '../http/operation.ts'
import { parseOrRefuse } from '../http/read-request.ts'
import type { Services } from '../http/services.ts'
import { findCurrentPatient } from '../patients/current-patient.ts'
import { newPatientWrites, newStoredPatient } from '../patients/patient-writes.ts'
import type { ImportRow } from './import-rows.ts'
import { findSamePatient } from './same-patient.ts'

/** A row of an import of deliveries: as it was sent, without empty cells, and as it was parsed. */
export interface DeliveryRowRequest {
  row: ImportRow
  sent: ImportedDelivery
  caller: Caller
  services: Services
}

/** The patient of a row: an existing one from the directory, or a new one that the row describes. */
export interface ForWhom {
  patient: StoredPatient
  /** The fields that an existing patient takes from the row. */
  taken?: Partial<Patient>
  /** The writes that add a new patient to the directory. */
  addition?: readonly Write[]
}

/** Finds the patient of a row, or makes the new patient whom it describes. Returns undefined if the row names no patient. */
export async function findPatientOfRow(request: DeliveryRowRequest): Promise<ForWhom | undefined> {
  const { sent, caller, services } = request
  const { patient_id, patient_external_id, patient: described } = sent
  if (described && patient_id === undefined && !patient_external_id) return findDescribedPatient(request, described)
  const { table } = services
  const { keys } = caller
  const field = patient_id === undefined ? 'patient_external_id' : 'patient_id'
  const named = patient_external_id ? await table.get(keys.externalId('patient', patient_external_id)) : undefined
  const id = patient_id ?? named?.id
  if (id === undefined && !patient_external_id) return undefined
  const patient = id === undefined ? undefined : await findCurrentPatient(table, keys, id)
  if (!patient) throw unknownPatientError(field)
  return { patient }
}

async function findDescribedPatient(
  { row, sent, caller, services }: DeliveryRowRequest,
  described: NonNullable<ImportedDelivery['patient']>,
): Promise<ForWhom> {
  const { keys } = caller
  const search = { table: services.table, keys, row: described, decisions: sent, path: 'patient.' }
  const { patient, taken, remember } = await findSamePatient(search)
  if (patient) return { patient, taken }
  const whole = parseOrRefuse(z.object({ patient: newPatient() }), row, 'body')
  const added = { ...newStoredPatient(whole.patient, caller, services), open_deliveries: 1 }
  return {
    patient: added,
    addition: [...newPatientWrites(keys, added, () => new OvertakenError()), ...remember(added)],
  }
}
