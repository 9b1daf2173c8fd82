import { useMemo } from 'react'
import { listPharmacists } from '#shared/api/deliveries.ts'
import { useApiQuery } from '../../lib/api/queries.ts'
import { toast, useFailureToast } from '../../lib/browser/toast.ts'
import type { ComboboxOption } from '../../ui/combobox.tsx'
import { deliveryLabels } from './delivery-labels.ts'
import { pharmacistName } from './delivery-text.ts'

/** The dropdown option that assigns no pharmacist. */
export const unassignedOption: ComboboxOption = { value: '', label: deliveryLabels.unassigned }

/** Returns the pharmacists who can be chosen, and adds the current driver if that person is no longer one of them. */
export const withCurrentDriver = (pharmacists: readonly ComboboxOption[], { value, label }: ComboboxOption) =>
  value === '' || pharmacists.some((known) => known.value === value)
    ? pharmacists
    : [{ value, label: `${label} (no longer delivers)` }, ...pharmacists]

export interface DriverOption extends ComboboxOption {
  /** Whether delivering is the work of this person, who does not manage deliveries. */
  delivers: boolean
}

const loadFailed = 'Failed to load pharmacists'

const usePharmacists = (enabled: boolean) => useApiQuery(listPharmacists, {}, { enabled, staleTime: 5 * 60_000 })

/** Returns the phone number of a driver; '' if there is none, or as long as it is not known. */
export function useDriverPhone(id: string | null, isAdmin: boolean): string {
  const { data } = usePharmacists(isAdmin && id !== null)
  return data?.find((pharmacist) => pharmacist.id === id)?.phone ?? ''
}

/** Loads the people who can deliver, as options with name and e-mail address. If `isAdmin` is false, nothing is loaded. */
export function useDriverOptions(isAdmin: boolean) {
  const read = usePharmacists(isAdmin)
  useFailureToast(read, loadFailed, { show: toast.error })
  const { data } = read
  const pharmacists = useMemo(
    (): readonly DriverOption[] =>
      (data ?? []).map((pharmacist) => ({
        value: pharmacist.id,
        label: pharmacistName(pharmacist),
        hint: pharmacist.email,
        delivers: pharmacist.delivers,
      })),
    [data],
  )
  return { pharmacists, isLoading: read.isLoading, failure: read.isError ? loadFailed : '' }
}
