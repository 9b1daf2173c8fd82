import type * as patients from '#shared/api/patients.ts'
import { externalIdWrites } from '../data/external-ids.ts'
import { retryIfOvertaken } from '../data/overtaken.ts'
import { aboutPatient } from '../data/subjects.ts'
import { update } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { patientSearchEntryWrites, unchangedPatientGuard } from './patient-writes.ts'
import { findPatient } from './read-patient.ts'

/** Removes a patient from the directory. The patient's item and deliveries are kept for the record. */
export const deletePatient: Operation<typeof patients.deletePatient> = async (
  { caller, params, activity },
  services,
) => {
  await retryIfOvertaken(async () => {
    const stored = await findPatient(caller, params, services)
    if (stored.open_deliveries > 0) throw new AppError('conflict', 'A patient with open deliveries cannot be deleted')
    const deleted_at = services.now().toISOString()
    await activity.record(
      { action: 'patient.deleted', ...aboutPatient(stored) },
      update(
        caller.keys.patient(stored.id),
        { set: { deleted_at }, add: { version: 1 } },
        { ...unchangedPatientGuard(stored), atMost: { open_deliveries: 0 } },
      ),
      ...patientSearchEntryWrites(caller.keys, stored, undefined),
      ...externalIdWrites(caller.keys, 'patient', stored, { ...stored, deleted_at }),
    )
  })
}
