import type * as patients from '#shared/api/patients.ts'
import type { StoredPatient } from '../data/entities/patient.ts'
import { aboutPatient } from '../data/subjects.ts'
import { notFoundError } from '../failures/app-error.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { currentPatientOf } from './current-patient.ts'
import { presentPatient } from './patient-writes.ts'

/** Reads a patient of the caller's organisation. Throws a 404 if no patient has this id or if the patient was deleted. */
export async function findPatient(caller: Caller, { id }: { id: string }, { table }: Services): Promise<StoredPatient> {
  const stored = await table.get(caller.keys.patient(id))
  if (!stored || stored.deleted_at) throw notFoundError('Patient', stored && aboutPatient(stored))
  return stored
}

/** Reads a patient. The id of a patient who was merged leads to the patient that stayed. */
export const readPatient: Operation<typeof patients.readPatient> = async ({ caller, params, activity }, { table }) => {
  const stored = await table.get(caller.keys.patient(params.id))
  const patient = stored && (await currentPatientOf(table, caller.keys, stored))
  if (!patient) throw notFoundError('Patient', stored && aboutPatient(stored))
  await activity.record({ action: 'patient.read', ...aboutPatient(patient) })
  return presentPatient(patient)
}
