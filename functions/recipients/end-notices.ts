import type * as tracking from '#shared/api/tracking.ts'
import { recipientActor } from '#shared/model/activity.ts'
import { changesBetween } from '../data/changes.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { aboutPatient } from '../data/subjects.ts'
import { update } from '../data/writes.ts'
import type { Operation } from '../http/operation.ts'
import { eventFieldsOfPatient, patientSearchEntryWrites } from '../patients/patient-writes.ts'
import { findDoor } from './find-door.ts'
import { presentDoor } from './present-door.ts'

/**
 * Ends all notices from this organisation to the patient. The staff can switch them on again. A repeated request changes nothing.
 */
export const endNotices: Operation<typeof tracking.endNotices> = ({ params, activity }, services) =>
  retryIfOvertaken(async () => {
    const found = await findDoor(services, params.token)
    const { patient, tenant, caller } = found
    if (!patient || patient.deleted_at || patient.notices === 'none') return presentDoor(found, services)
    const at = services.now().toISOString()
    const fields = { notices: 'none', notices_ended_at: at, version: patient.version + 1, updated_at: at }
    const next = { ...patient, ...fields }
    await activity({ tenantId: tenant.id, actor: recipientActor }).record(
      {
        action: 'recipient.unsubscribed',
        ...aboutPatient(next),
        changes: changesBetween(eventFieldsOfPatient(patient), eventFieldsOfPatient(next)),
      },
      update(
        caller.keys.patient(patient.id),
        { set: fields },
        { where: { version: patient.version }, hasNot: ['deleted_at'], refused: () => new OvertakenError() },
      ),
      ...patientSearchEntryWrites(caller.keys, patient, next),
    )
    return presentDoor({ ...found, patient: next }, services)
  })
