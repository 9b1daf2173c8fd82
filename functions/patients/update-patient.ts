import type * as patients from '#shared/api/patients.ts'
import { whatWasSent } from '#shared/model/shapes.ts'
import { changesBetween } from '../data/changes.ts'
import { externalIdWrites } from '../data/external-ids.ts'
import { aboutPatient } from '../data/subjects.ts'
import { update } from '../data/writes.ts'
import { AppError } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { presentPatient, searchWrites, toldOfPatient } from './patient-writes.ts'
import { findPatient } from './read-patient.ts'

const stale = () => new AppError('conflict', 'This patient was changed by someone else. Refresh and try again.')

/**
 * Sets what was sent, field by field: what was not keeps its value, and the counts of deliveries belong to other writers. What changes
 * nothing raises no version, and is a look.
 */
export const updatePatient: Operation<typeof patients.updatePatient> = async (request, services) => {
  const { body, caller, params, version, activity } = request
  const stored = await findPatient(caller, params, services)
  if (version !== undefined && version !== stored.version) throw stale()
  const sent = whatWasSent(body)
  const changes = changesBetween(toldOfPatient(stored), toldOfPatient({ ...stored, ...sent }))
  if (changes.length === 0) {
    await activity.record({ action: 'patient.read', ...aboutPatient(stored) })
    return presentPatient(stored)
  }
  const fields = { ...sent, version: stored.version + 1, updated_at: services.now().toISOString() }
  const next = { ...stored, ...fields }
  await activity.record(
    { action: 'patient.edited', ...aboutPatient(next), changes },
    update(
      caller.keys.patient(stored.id),
      { set: fields },
      { where: { version: stored.version }, hasNot: ['deleted_at'], refused: stale },
    ),
    ...searchWrites(caller.keys, stored, next),
    ...externalIdWrites(caller.keys, 'patient', stored, next),
  )
  return presentPatient(next)
}
