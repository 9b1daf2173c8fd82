import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { readDelivery } from '#shared/api/deliveries.ts'
import { readPatient } from '#shared/api/patients.ts'
import { useApiQuery } from '../../../lib/api/queries.ts'
import { type NewDeliveryStart, newDeliveryStartForPatient, newDeliveryStartFromCopy } from './form-start.ts'
import { startIdsIn } from './use-form-data.ts'

/**
 * Returns the initial values for a new delivery. They are taken from the patient, or from the delivery to copy, whose id is in the
 * page's address. Only the address at the first render counts. `value` is undefined if the address has no such id, while the
 * record is being read, and if it cannot be read.
 */
export function useInitialFormValues(): { value: NewDeliveryStart | undefined; isPending: boolean } {
  const [params] = useSearchParams()
  const [{ patientId, deliveryId }] = useState(() => startIdsIn(params))
  const patient = useApiQuery(readPatient, { params: { id: patientId } }, { enabled: patientId !== '', ...once })
  const delivery = useApiQuery(readDelivery, { params: { id: deliveryId } }, { enabled: deliveryId !== '', ...once })
  const isPending = patient.isLoading || delivery.isLoading
  if (delivery.data) return { value: newDeliveryStartFromCopy(delivery.data), isPending }
  return { value: patient.data && newDeliveryStartForPatient(patient.data), isPending }
}

const once = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const
