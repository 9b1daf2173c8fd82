import type * as deliveries from '#shared/api/deliveries.ts'
import type { StoredDeliveryRow } from '../data/entities/delivery.ts'
import type { StoredPatient } from '../data/entities/patient.ts'
import { aboutPatient } from '../data/subjects.ts'
import { notFoundError } from '../failures/app-error.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { currentPatientOf } from '../patients/current-patient.ts'
import { readPatientDeliveries } from '../patients/read-patient-deliveries.ts'
import { maySeeAllDeliveries, maySeeDelivery } from './delivery-access.ts'
import { daySpan } from './plan-list.ts'

/**
 * Finds a patient even after deletion, because a failed delivery of a deleted patient can still be tried again. One who was merged
 * leads to the patient that stayed.
 */
async function findEvenDeleted({ keys }: Caller, patientId: string, { table }: Services): Promise<StoredPatient> {
  const patient = await table.get(keys.patient(patientId))
  if (!patient) throw notFoundError('Patient')
  return (patient.merged_into && (await currentPatientOf(table, keys, patient))) || patient
}

/** Whether a patient has received a delivery, here or before the organization used Carelane. */
export const hadDeliveries = ({
  has_delivered,
  known_patient,
}: Pick<StoredPatient, 'has_delivered' | 'known_patient'>) => has_delivered || known_patient

/** Whether the patient has ever received a delivery. Throws a 404 if there never was such a patient. */
export const hasPriorDeliveries = async (caller: Caller, patientId: string, services: Services): Promise<boolean> =>
  hadDeliveries(await findEvenDeleted(caller, patientId, services))

/** The page size with which a patient's deliveries are read in search of one that the caller may see. */
const batch = 25

/**
 * Whether the caller may ask about a patient. A caller who sees only their own deliveries may do so if one of them is for that
 * patient.
 */
async function mayAskAbout(caller: Caller, { id }: StoredPatient, { table }: Services): Promise<boolean> {
  if (maySeeAllDeliveries(caller)) return true
  const isKnown = (row: StoredDeliveryRow) => maySeeDelivery(caller, row)
  const own = { patient_id: id, span: daySpan(undefined), descending: true, isKnown, limit: batch, position: undefined }
  return (await readPatientDeliveries(table, caller.keys, own)).items.length > 0
}

export const readPriorDeliveries: Operation<typeof deliveries.readPriorDeliveries> = async (
  { caller, params, activity },
  services,
) => {
  const patient = await findEvenDeleted(caller, params.id, services)
  if (!(await mayAskAbout(caller, patient, services))) throw notFoundError('Patient', aboutPatient(patient))
  await activity.record({ action: 'patient.read', ...aboutPatient(patient) })
  return { has_prior_deliveries: hadDeliveries(patient) }
}
