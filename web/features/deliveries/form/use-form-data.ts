import { useEffect } from 'react'
import { listLanguages, listPharmacists, listTimeRanges, readDelivery } from '#shared/api/deliveries.ts'
import { readPatient } from '#shared/api/patients.ts'
import { readAhead, useApiQuery } from '../../../lib/api/queries.ts'
import { toast } from '../../../lib/browser/toast.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import { pharmacistName } from '../delivery-text.ts'

const unchanging = { staleTime: Number.POSITIVE_INFINITY }

/** Reads the options of the delivery form: time ranges, languages and pharmacists. */
export function useFormChoices() {
  const timeRanges = useApiQuery(listTimeRanges, {}, unchanging)
  const languages = useApiQuery(listLanguages, {}, unchanging)
  const pharmacists = useApiQuery(listPharmacists, {})
  const queries = [timeRanges, languages, pharmacists]
  const isMissing = queries.some(({ isError, data }) => isError && !data)

  useEffect(() => {
    if (isMissing) toast.error(deliveryLabels.formDataFailed)
  }, [isMissing])

  const data = timeRanges.data &&
    languages.data &&
    pharmacists.data && {
      timeRanges: timeRanges.data,
      languages: languages.data,
      pharmacists: pharmacists.data.map((pharmacist) => ({
        value: pharmacist.id,
        label: pharmacistName(pharmacist),
        hint: pharmacist.email,
      })),
    }
  const retry = () => {
    for (const query of queries) if (query.isError) void query.refetch()
  }
  return { data, isMissing, retry }
}

/** Starts to read the options before the form renders. */
export const readFormChoicesAhead = () =>
  Promise.all([readAhead(listTimeRanges, {}), readAhead(listLanguages, {}), readAhead(listPharmacists, {})])

/** Returns the ids in the page's address of the patient, or of the delivery to copy, with whose values a new delivery starts. */
export const startIdsIn = (params: URLSearchParams) => ({
  patientId: params.get('patient') ?? '',
  deliveryId: params.get('like') ?? '',
})

/** Starts to read the initial values before the form renders. */
export function readFormStartAhead(params: URLSearchParams) {
  const { patientId, deliveryId } = startIdsIn(params)
  return Promise.all([
    patientId && readAhead(readPatient, { params: { id: patientId } }),
    deliveryId && readAhead(readDelivery, { params: { id: deliveryId } }),
  ])
}

export type FormChoices = NonNullable<ReturnType<typeof useFormChoices>['data']>
