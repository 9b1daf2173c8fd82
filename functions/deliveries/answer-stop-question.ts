import { statusInWords } from '#shared/model/delivery-statuses.ts'
import { isEditableStatus } from '#shared/rules/transitions.ts'
import type { StoredPatient } from '../data/entities/patient.ts'
import { retryIfOvertaken } from '../data/overtaken.ts'
import { aboutPatient } from '../data/subjects.ts'
import { update } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Caller } from '../http/operation.ts'
import type { EventRecorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import { composePatientEdit } from '../patients/update-patient.ts'
import type { ChangeDecider } from './change-delivery.ts'

/** Decides what an answer to the board's question changes of a delivery: the packages of a facility have a business address. */
export const stopAnswerDecider =
  (isOneStop: boolean): ChangeDecider =>
  (delivery) => {
    if (!isOneStop || delivery.is_business_address) return undefined
    if (!isEditableStatus(delivery.status))
      throw new AppError('conflict', `A delivery that is ${statusInWords(delivery.status)} cannot be edited`)
    return { action: 'delivery.edited', fields: { is_business_address: true } }
  }

interface StopAnswer {
  /** The deliveries of the question. */
  ids: readonly string[]
  isOneStop: boolean
  caller: Caller
  activity: EventRecorder<'patient.edited'>
}

/** Stores an answer with the patients, so that the board does not ask again. A repeat changes nothing. */
export async function storeStopAnswer(
  { ids, isOneStop, caller, activity }: StopAnswer,
  services: Services,
): Promise<void> {
  if (ids.length === 0) return
  const { table } = services
  const { keys } = caller
  const deliveries = await table.getAll(ids.map(keys.delivery))
  const patients = new Set(deliveries.flatMap((delivery) => delivery?.patient_id ?? []))
  for (const id of patients)
    await retryIfOvertaken(async () => {
      const stored = await table.get(keys.patient(id), { consistent: true })
      if (!stored || stored.deleted_at) return
      if (isOneStop) return makeBusiness(stored, { caller, activity }, services)
      await table.write(
        update(keys.patient(id), { set: { own_stop: true } }, { exists: true, refused: () => undefined }),
      )
    })
}

async function makeBusiness(
  stored: StoredPatient,
  { caller, activity }: Pick<StopAnswer, 'caller' | 'activity'>,
  services: Services,
) {
  const edit = composePatientEdit({ stored, sent: { is_business_address: true } }, caller, services)
  if (!edit) return
  await activity.record({ action: 'patient.edited', ...aboutPatient(edit.next), changes: edit.changes }, ...edit.writes)
}
