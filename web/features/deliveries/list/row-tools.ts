import { useMemo } from 'react'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { type RowRefusalState, useRowRefusal } from '../../../lib/forms/use-row-refusal.ts'
import { useOrganisationDateTime } from '../../../lib/session/clock.ts'
import type { ComboboxOption } from '../../../ui/combobox.tsx'
import { useDeliveryAccess } from '../delivery-access.ts'
import type { RowSelection } from '../many/row-selection.tsx'
import { type UnsentWork, useUnsentWork } from '../unsent/unsent.tsx'
import { useDeleteDelivery } from '../use-delete-delivery.ts'

/** What all rows of the list of deliveries have in common. */
export interface DeliveryRowTools {
  isAdmin: boolean
  mayManage: boolean
  userId: string
  pharmacists: readonly ComboboxOption[]
  /** Whether the dropdowns of the rows open upward. */
  opensUpward: boolean
  /** The current date and time in the organization's time zone. */
  clock: string
  unsent: UnsentWork
  refusals: RowRefusalState
  onDelete: (delivery: DeliveryRow) => void
  /** Undefined if the user may not change several deliveries at once. */
  selection: RowSelection | undefined
}

export interface RowToolsInput {
  rowCount: number
  pharmacists: readonly ComboboxOption[]
  selection: RowSelection
}

/** Returns the tools of the rows. They stay the same object while nothing of them changes, so that no row is redrawn in vain. */
export function useDeliveryRowTools({ rowCount, pharmacists, selection }: RowToolsInput): DeliveryRowTools {
  const { managesList: isAdmin, mayManage, user } = useDeliveryAccess()
  const clock = useOrganisationDateTime()
  const unsent = useUnsentWork()
  const refusals = useRowRefusal()
  const { askAndDelete } = useDeleteDelivery(refusals)
  // In a list of more than two rows, the dropdown of the last row would otherwise extend below the page.
  const opensUpward = rowCount > 2
  return useMemo(
    () => ({
      isAdmin,
      mayManage,
      userId: user.id,
      pharmacists,
      opensUpward,
      clock,
      unsent,
      refusals,
      onDelete: askAndDelete,
      selection: isAdmin ? selection : undefined,
    }),
    [isAdmin, mayManage, user.id, pharmacists, opensUpward, clock, unsent, refusals, askAndDelete, selection],
  )
}
