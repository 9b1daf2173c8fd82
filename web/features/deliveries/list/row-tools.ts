import { createContext, useMemo } from 'react'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { type RowRefusalState, useRowRefusal } from '../../../lib/forms/use-row-refusal.ts'
import type { ComboboxOption } from '../../../ui/combobox.tsx'
import { useDeliveryAccess } from '../delivery-access.ts'
import type { RowSelection } from '../many/selection.ts'
import { noUnsentWork, type UnsentWork } from '../unsent/unsent.tsx'
import { useDeleteDelivery } from '../use-delete-delivery.ts'

/** What changes while the list is shown. */
export interface LiveListData {
  /** The people who can deliver, as options; none until they have been read. */
  pharmacists: readonly ComboboxOption[]
  /** The current date and time in the organization's time zone. */
  clock: string
  unsent: UnsentWork
}

/** Read by the parts of a row that show some of it, so that a change redraws them and not the whole rows. */
export const LiveListContext = createContext<LiveListData>({ pharmacists: [], clock: '', unsent: noUnsentWork })

/** What all rows of the list of deliveries have in common. */
export interface DeliveryRowTools {
  isAdmin: boolean
  mayManage: boolean
  userId: string
  /** Whether the dropdowns of the rows open upward. */
  opensUpward: boolean
  refusals: RowRefusalState
  onDelete: (delivery: DeliveryRow) => void
  /** Undefined if the user may not change several deliveries at once. */
  selection: RowSelection | undefined
}

export interface RowToolsInput {
  rowCount: number
  selection: RowSelection
}

/** Returns the tools of the rows. They stay the same object while nothing of them changes, so that no row is redrawn in vain. */
export function useDeliveryRowTools({ rowCount, selection }: RowToolsInput): DeliveryRowTools {
  const { managesList: isAdmin, mayManage, user } = useDeliveryAccess()
  const refusals = useRowRefusal()
  const { askAndDelete } = useDeleteDelivery(refusals)
  // In a list of more than two rows, the dropdown of the last row would otherwise extend below the page.
  const opensUpward = rowCount > 2
  return useMemo(
    () => ({
      isAdmin,
      mayManage,
      userId: user.id,
      opensUpward,
      refusals,
      onDelete: askAndDelete,
      selection: isAdmin ? selection : undefined,
    }),
    [isAdmin, mayManage, user.id, opensUpward, refusals, askAndDelete, selection],
  )
}
