import { useEffect } from 'react'
import { listPharmacists } from '#shared/api/deliveries.ts'
import { useApiQuery } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import type { ComboboxOption } from '../../ui/combobox.tsx'
import { deliveryLabels } from './delivery-labels.ts'
import { pharmacistName } from './delivery-text.ts'

const minutes = 60_000

/** In place of a pharmacist. */
export const nobody: ComboboxOption = { value: '', label: deliveryLabels.unassigned }

const loadFailed = 'Failed to load pharmacists'

/** Who can deliver, as options by name with their e-mail; loaded for administrators only. */
export function usePharmacists(isAdmin: boolean): { pharmacists: readonly ComboboxOption[]; failure: string } {
  const { data, isError } = useApiQuery(listPharmacists, {}, { enabled: isAdmin, staleTime: 5 * minutes })
  useEffect(() => {
    if (isError) toast.error(loadFailed)
  }, [isError])
  const pharmacists = (data ?? []).map((pharmacist) => ({
    value: pharmacist.id,
    label: pharmacistName(pharmacist),
    hint: pharmacist.email,
  }))
  return { pharmacists, failure: isError ? loadFailed : '' }
}
