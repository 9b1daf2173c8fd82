import type * as patients from '#shared/api/patients.ts'
import { aboutPatient } from '../data/subjects.ts'
import type { Operation } from '../http/operation.ts'
import { countCreatedOrRefuse } from '../security/day-quotas.ts'
import { newPatientWrites, newStoredPatient, presentPatient } from './patient-writes.ts'

export const createPatient: Operation<typeof patients.createPatient> = async (
  { body, caller, idempotency, activity },
  services,
) => {
  await countCreatedOrRefuse(services, caller.tenant, 0)
  const patient = newStoredPatient(body, caller, services)
  const answer = presentPatient(patient)
  await activity.record(
    { action: 'patient.created', ...aboutPatient(patient) },
    ...(idempotency ? [idempotency.record(answer)] : []),
    ...newPatientWrites(caller.keys, patient),
  )
  return answer
}
