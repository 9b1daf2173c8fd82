import type * as patients from '#shared/api/patients.ts'
import type { Patient } from '#shared/model/patient.ts'
import { sentFields } from '#shared/model/shapes.ts'
import { changesBetween } from '../data/changes.ts'
import { type StoredPatient, searchFolding } from '../data/entities/patient.ts'
import { externalIdWrites } from '../data/external-ids.ts'
import { retryIfOvertaken } from '../data/overtaken.ts'
import { aboutPatient } from '../data/subjects.ts'
import { update } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import {
  eventFieldsOfPatient,
  patientSearchEntryWrites,
  presentPatient,
  requireTextableNumber,
  unchangedPatientGuard,
} from './patient-writes.ts'
import { findPatient } from './read-patient.ts'
import { refuseTimeRangeNotOffered } from './refuse-time-range-not-offered.ts'

const stale = () => new AppError('conflict', 'This patient was changed by someone else. Refresh and try again.')

/**
 * Changes only those fields of a patient that were sent. Never replaces the whole item, because other requests update the item's
 * delivery counts. If nothing changes, the version stays the same and the recorded event is that of a read.
 */
export const updatePatient: Operation<typeof patients.updatePatient> = async (request, services) => {
  const { body, caller, params, activity } = request
  let { version } = request
  // What overtakes an edit without raising the version is the migration of the search, after which the edit is made again.
  return retryIfOvertaken(async () => {
    const stored = await findPatient(caller, params, services)
    version ??= stored.version
    if (version !== stored.version) throw stale()
    const edit = composePatientEdit({ stored, sent: sentFields(body) }, caller, services)
    if (!edit) {
      await activity.record({ action: 'patient.read', ...aboutPatient(stored) })
      return presentPatient(stored)
    }
    const { next, changes, writes } = edit
    await activity.record({ action: 'patient.edited', ...aboutPatient(next), changes }, ...writes)
    return presentPatient(next)
  })
}

interface EditRequest {
  stored: StoredPatient
  sent: Partial<Patient>
}

/** Computes the edited patient, the list of changes and the writes. Returns undefined if nothing changes. */
export function composePatientEdit({ stored, sent }: EditRequest, caller: Caller, services: Services) {
  const { keys } = caller
  const changes = changesBetween(eventFieldsOfPatient(stored), eventFieldsOfPatient({ ...stored, ...sent }))
  if (changes.length === 0) return undefined
  const updated_at = services.now().toISOString()
  const fields = { ...sent, version: stored.version + 1, updated_at, folding: searchFolding }
  const next = { ...stored, ...fields }
  // If neither the choice of notices nor the phone number changes, they are not checked again, so that the other fields can always
  // be edited.
  if (next.notices !== stored.notices || next.phone !== stored.phone) requireTextableNumber(next, services)
  refuseTimeRangeNotOffered(sent.time_range, caller, stored.time_range)
  const writes = [
    update(keys.patient(stored.id), { set: fields }, unchangedPatientGuard(stored)),
    ...patientSearchEntryWrites(keys, stored, next),
    ...externalIdWrites(keys, 'patient', stored, next),
  ]
  return { next, changes, writes }
}
