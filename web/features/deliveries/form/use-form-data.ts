import { useEffect } from 'react'
import { listLanguages, listPharmacists, listTimeRanges } from '#shared/api/deliveries.ts'
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

export type FormChoices = NonNullable<ReturnType<typeof useFormChoices>['data']>
