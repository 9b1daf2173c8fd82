import { readPriorDeliveries } from '#shared/api/deliveries.ts'
import { useApiQueries } from '../../lib/api/queries.ts'
import type { AtDoor } from '../deliveries/delivery-events.ts'
import type { PatientAtDoor } from '../deliveries/unsent/patient-values.ts'
import { patientKey, patientsOf } from './door-packages.ts'

/** Only this phone's own acts soon change whether a delivery is the first, and these read it again. */
const staleMs = 3_600_000

/** A run has it for its packages, because the driver has to know it without a signal. */
const isFirst = (delivery: AtDoor) => ('first_delivery' in delivery ? delivery.first_delivery : undefined)

const isToAsk = (delivery: AtDoor) => delivery.patient_id !== '' && isFirst(delivery) === undefined

/**
 * Whether each patient's delivery is the first. A failed check and an unknown patient count as not the first, because the server
 * decides. If no answer came, it is unknown.
 */
export function usePriorDeliveries(packages: readonly AtDoor[]) {
  const patients = patientsOf(packages.filter(isToAsk)).map(([id]) => id)
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
    return read?.error?.isUnanswered ? 'unknown' : 'later'
  }
  return { deliveryOf, isReading: reads.some(({ isPending, isFetching }) => isPending && isFetching) }
}
