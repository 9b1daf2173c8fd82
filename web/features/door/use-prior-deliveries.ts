import { readPriorDeliveries } from '#shared/api/deliveries.ts'
import { useApiQueries } from '../../lib/api/queries.ts'
import type { AtDoor } from '../deliveries/delivery-events.ts'
import type { PatientAtDoor } from '../deliveries/unsent/patient-values.ts'
import { patientKey, patientsOf } from './door-packages.ts'

/** A patient's first delivery is soon another one only by what this phone does, which reads it again. */
const staleMs = 3_600_000

/** A run tells it of its packages: whoever drives it has to know without a signal. */
const isFirst = (delivery: AtDoor) => ('first_delivery' in delivery ? delivery.first_delivery : undefined)

const isToAsk = (delivery: AtDoor) => delivery.patient_id !== '' && isFirst(delivery) === undefined

/**
 * Whether each patient's delivery is their first. A check that fails, or a patient who is not known, counts as not the first: the
 * server knows better. Where no answer came at all, it is not known.
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
