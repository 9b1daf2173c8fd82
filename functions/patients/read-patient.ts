import type * as patients from '#shared/api/patients.ts'
import type { StoredPatient } from '../data/entities/patient.ts'
import { aboutPatient } from '../data/subjects.ts'
import { notFound } from '../http/app-error.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { presentPatient } from './patient-writes.ts'

/** The caller's patient of this id, or 404: a deleted one is not there any more. */
export async function findPatient(caller: Caller, { id }: { id: string }, { table }: Services): Promise<StoredPatient> {
  const stored = await table.get(caller.keys.patient(id))
  if (!stored || stored.deleted_at) throw notFound('Patient', stored && aboutPatient(stored))
  return stored
}

export const readPatient: Operation<typeof patients.readPatient> = async ({ caller, params, activity }, services) => {
  const patient = await findPatient(caller, params, services)
  await activity.record({ action: 'patient.read', ...aboutPatient(patient) })
  return presentPatient(patient)
}
