import type * as tracking from '#shared/api/tracking.ts'
import { recipientActor } from '#shared/model/activity.ts'
import { changesBetween } from '../data/changes.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import { type StoredPatient, searchFolding } from '../data/entities/patient.ts'
import { retryIfOvertaken } from '../data/overtaken.ts'
import { aboutPatient } from '../data/subjects.ts'
import { update } from '../data/writes.ts'
import { composeDeliveryChange } from '../deliveries/compose-delivery-change.ts'
import { readDeliveries } from '../deliveries/read-deliveries.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { EventRecorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import { eventFieldsOfPatient, patientSearchEntryWrites, unchangedPatientGuard } from '../patients/patient-writes.ts'
import { findDoor } from './find-door.ts'
import { linkCopyText } from './link-copy-text.ts'
import { presentDoor } from './present-door.ts'

/**
 * Ends all notices from this organisation to the patients of a door. The staff can switch them on again. A repeated request changes
 * nothing.
 */
export const endNotices: Operation<typeof tracking.endNotices> = async ({ params, activity }, services) => {
  const found = await findDoor(services, params.token)
  const recorder = activity({ tenantId: found.tenant.id, actor: recipientActor })
  const copy = linkCopyText(found.door, services.now())
  const patients: StoredPatient[] = []
  for (const { id } of found.patients)
    patients.push(
      ...(await endFor(id, { caller: found.caller, copy, recorder, deliveries: found.deliveries }, services)),
    )
  return presentDoor({ ...found, patients }, services)
}

interface Ending {
  caller: Caller
  /** Who copied the link lately, in words. Empty if no one did. */
  copy: string
  recorder: EventRecorder<'recipient.unsubscribed' | 'delivery.updates_ended'>
  /** The deliveries of the door. The history of each of the patient's says that the updates ended. */
  deliveries: readonly StoredDelivery[]
}

const endedText = 'The recipient ended the updates'

const ended = { action: 'delivery.updates_ended', fields: {}, historyNote: {}, ignoresLimit: true } as const

/** Ends the notices to one patient. Returns the patient as stored then, or nothing if there is no such patient any more. */
const endFor = (
  id: string,
  { caller, copy, recorder, deliveries }: Ending,
  services: Services,
): Promise<StoredPatient[]> =>
  retryIfOvertaken(async () => {
    const patient = await services.table.get(caller.keys.patient(id))
    if (!patient || patient.deleted_at) return []
    if (patient.notices === 'none') return [patient]
    const ids = deliveries.filter(({ patient_id }) => patient_id === id).map((delivery) => delivery.id)
    const noted = await Promise.all(
      (await readDeliveries(ids, caller, services.table)).map((delivery) =>
        composeDeliveryChange(delivery, { ...ended, notes: endedText }, caller, services),
      ),
    )
    const at = services.now().toISOString()
    const fields = { notices: 'none', notices_ended_at: at, version: patient.version + 1, updated_at: at } as const
    const next = { ...patient, ...fields, folding: searchFolding }
    await recorder.record(
      [
        {
          action: 'recipient.unsubscribed',
          ...aboutPatient(next),
          changes: [
            ...changesBetween(eventFieldsOfPatient(patient), eventFieldsOfPatient(next)),
            ...(copy ? [{ field: 'recipient_link', from: null, to: copy }] : []),
          ],
        },
        ...noted.map(({ event }) => ({ ...event, action: ended.action })),
      ],
      update(caller.keys.patient(id), { set: { ...fields, folding: searchFolding } }, unchangedPatientGuard(patient)),
      ...patientSearchEntryWrites(caller.keys, patient, next),
      ...noted.flatMap(({ writes }) => writes),
    )
    return [next]
  })
