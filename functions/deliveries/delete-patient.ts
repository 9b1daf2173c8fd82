import type * as patients from '#shared/api/patients.ts'
import { decideAnew, Overtaken } from '../data/overtaken.ts'
import { AppError } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { searchWrites } from './patient-writes.ts'
import { findPatient } from './read-patient.ts'

/** The patient is no longer found; what was delivered to him stays known. */
export const deletePatient: Operation<typeof patients.deletePatient> = async ({ caller, params }, services) => {
  await decideAnew(async () => {
    const stored = await findPatient(caller, params, services)
    if (stored.open_deliveries > 0) throw new AppError('conflict', 'A patient with open deliveries cannot be deleted')
    await services.table.write(
      {
        key: caller.keys.patient(stored.id),
        update: 'SET deleted_at = :now, version = version + :one',
        condition: 'open_deliveries <= :none AND version = :seen',
        values: { ':now': services.now().toISOString(), ':one': 1, ':none': 0, ':seen': stored.version },
        refused: () => new Overtaken(),
      },
      ...searchWrites(caller.keys, stored, undefined),
    )
  })
}
