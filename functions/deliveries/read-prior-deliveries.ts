import type * as deliveries from '#shared/api/deliveries.ts'
import { notFound } from '../http/app-error.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'

/** Whether a delivery to this patient was ever delivered. A deleted patient's deliveries still come to an end. */
export async function hasPriorDeliveries({ keys }: Caller, patientId: string, { table }: Services): Promise<boolean> {
  const patient = await table.get(keys.patient(patientId))
  if (!patient) throw notFound('Patient')
  return patient.has_delivered
}

export const readPriorDeliveries: Operation<typeof deliveries.readPriorDeliveries> = async (
  { caller, params },
  services,
) => ({ has_prior_deliveries: await hasPriorDeliveries(caller, params.id, services) })
