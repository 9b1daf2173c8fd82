import type * as patients from '#shared/api/patients.ts'
import type { StoredPatient } from '../data/entities/patient.ts'
import { aboutPatient } from '../data/subjects.ts'
import { notFoundError } from '../failures/app-error.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { presentPatient } from './patient-writes.ts'

/** Reads a patient of the caller's organisation. Throws a 404 if no patient has this id or if the patient was deleted. */
export async function findPatient(caller: Caller, { id }: { id: string }, { table }: Services): Promise<StoredPatient> {
  const stored = await table.get(caller.keys.patient(id))
  if (!stored || stored.deleted_at) throw notFoundError('Patient', stored && aboutPatient(stored))
  return stored
}

export const readPatient: Operation<typeof patients.readPatient> = async ({ caller, params, activity }, services) => {
  const patient = await findPatient(caller, params, services)
  await activity.record({ action: 'patient.read', ...aboutPatient(patient) })
  return presentPatient(patient)
}
