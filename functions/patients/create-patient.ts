import type * as patients from '#shared/api/patients.ts'
import type { StoredPatient } from '../data/entities/patient.ts'
import { externalIdWrites } from '../data/external-ids.ts'
import { aboutPatient } from '../data/subjects.ts'
import { put } from '../data/writes.ts'
import type { Operation } from '../http/operation.ts'
import { presentPatient, searchWrites } from './patient-writes.ts'

export const createPatient: Operation<typeof patients.createPatient> = async (
  { body, caller, idempotency, activity },
  services,
) => {
  const at = services.now().toISOString()
  const patient: StoredPatient = {
    ...body,
    id: services.newId(),
    version: 1,
    created_at: at,
    updated_at: at,
    open_deliveries: 0,
    has_delivered: false,
  }
  const answer = presentPatient(patient)
  await activity.record(
    { action: 'patient.created', ...aboutPatient(patient) },
    ...(idempotency ? [idempotency.record(answer)] : []),
    put(caller.keys.patient(patient.id), patient, { absent: true }),
    ...searchWrites(caller.keys, undefined, patient),
    ...externalIdWrites(caller.keys, 'patient', undefined, patient),
  )
  return answer
}
