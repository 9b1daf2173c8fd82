import type * as exports from '#shared/api/exports.ts'
import { aboutPatient } from '../data/subjects.ts'
import type { Operation } from '../http/operation.ts'
import { findPatient } from '../patients/read-patient.ts'

/** Records the event of an export before the client reads the first part of the record. The response has no data. */
export const exportRecord: Operation<typeof exports.exportRecord> = async ({ params, caller, activity }, services) => {
  const patient = await findPatient(caller, params, services)
  await activity.record({ action: 'patient.exported', ...aboutPatient(patient) })
}
