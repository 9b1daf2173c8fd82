import { readPriorDeliveries } from '#shared/api/deliveries.ts'
import { useApiQueries } from '../../lib/api/queries.ts'
import type { DeliveryAtDoor } from '../deliveries/delivery-events.ts'
import type { PatientAtDoor } from '../deliveries/unsent/patient-values.ts'
import { patientKey, patientsOfPackages } from './door-packages.ts'

/**
 * For an hour, the server is not asked again whether a patient had deliveries before. In that time the answer usually changes only
 * by a completion on this phone, after which it is read again anyway.
 */
const staleMs = 3_600_000

/**
 * Returns whether a package is the patient's first delivery, or undefined if the package does not tell. Only a package of a run has
 * this information, because the driver must know it without a signal.
 */
const isFirst = (delivery: DeliveryAtDoor) => ('first_delivery' in delivery ? delivery.first_delivery : undefined)

const isToAsk = (delivery: DeliveryAtDoor) => delivery.patient_id !== '' && isFirst(delivery) === undefined

/**
 * Returns `deliveryOf`, which says whether this is a patient's first delivery. If the server refuses to answer, fails or has not
 * answered yet, or if the delivery has no patient, the result is `later`, because the server checks this again at the completion.
 * Without a signal, the result is `unknown`.
 */
export function useFirstDeliveryLookup(packages: readonly DeliveryAtDoor[]) {
  const patients = patientsOfPackages(packages.filter(isToAsk)).map(([id]) => id)
  const reads = useApiQueries(
    readPriorDeliveries,
    patients.map((id) => ({
      params: { id },
      within: packages.find((delivery) => patientKey(delivery) === id)?.id ?? '',
    })),
    { retry: false, staleTime: staleMs },
  )
  function deliveryOf(key: string): PatientAtDoor['delivery'] {
    if (packages.some((delivery) => patientKey(delivery) === key && isFirst(delivery))) return 'first'
    const read = reads[patients.indexOf(key)]
    if (read?.data) return read.data.has_prior_deliveries ? 'later' : 'first'
    return read?.error?.status === 0 ? 'unknown' : 'later'
  }
  return { deliveryOf, isReading: reads.some(({ isPending, isFetching }) => isPending && isFetching) }
}
