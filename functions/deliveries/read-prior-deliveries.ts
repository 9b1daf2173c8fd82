import type * as deliveries from '#shared/api/deliveries.ts'
import type { StoredPatient } from '../data/entities/patient.ts'
import { aboutPatient } from '../data/subjects.ts'
import { notFound } from '../http/app-error.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'

/** A deleted patient too: their deliveries still come to an end. */
async function findEvenDeleted({ keys }: Caller, patientId: string, { table }: Services): Promise<StoredPatient> {
  const patient = await table.get(keys.patient(patientId))
  if (!patient) throw notFound('Patient')
  return patient
}

/** Whether a delivery to this patient was ever delivered. */
export const hasPriorDeliveries = async (caller: Caller, patientId: string, services: Services): Promise<boolean> =>
  (await findEvenDeleted(caller, patientId, services)).has_delivered

export const readPriorDeliveries: Operation<typeof deliveries.readPriorDeliveries> = async (
  { caller, params, activity },
  services,
) => {
  const patient = await findEvenDeleted(caller, params.id, services)
  await activity.record({ action: 'patient.read', ...aboutPatient(patient) })
  return { has_prior_deliveries: patient.has_delivered }
}
