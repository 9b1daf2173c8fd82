import { useState } from 'react'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import type { BulkChange } from '#shared/model/search-and-day.ts'
import { Button } from '../../../ui/button.tsx'
import type { ComboboxOption } from '../../../ui/combobox.tsx'
import { GuardedButton } from '../../../ui/guarded-button.tsx'
import { SlipsView } from '../print/slips-view.tsx'
import { canPrint } from '../row-actions.ts'
import { BulkAssignDialog, BulkCancelDialog, BulkDateDialog } from './bulk-dialogs.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useBulkChange } from './use-bulk-change.ts'

interface BulkBarProps {
  chosen: ReadonlyMap<string, DeliveryRow>
  pharmacists: readonly ComboboxOption[]
  onClear: () => void
}

type Asking = 'assign' | 'date' | 'cancel' | 'print'

/** The actions for all selected rows. Rows stay selected after an action, so that another one can follow. */
export function BulkBar({ chosen, pharmacists, onClear }: BulkBarProps) {
  const [asking, setAsking] = useState<Asking>()
  const rows = [...chosen.values()]
  const printable = rows.filter(canPrint)
  const bulk = useBulkChange()
  const close = () => setAsking(undefined)
  const make = (bulkChange: BulkChange) => {
    close()
    void bulk.change(rows, bulkChange)
  }
  const dialog = { rows, onClose: close, onChange: make }
  return (
    <>
      <SelectionBar name="Selected deliveries" count={rows.length} bulk={bulk} onClear={onClear} foldsOnPhone>
        <Button size="small" busy={bulk.isPending} onClick={() => setAsking('assign')}>
          Assign to…
        </Button>
        <Button size="small" busy={bulk.isPending} onClick={() => setAsking('date')}>
          Change date…
        </Button>
        <GuardedButton
          size="small"
          whyNot={printable.length > 0 ? undefined : 'Delivered packages no longer have slips'}
          onClick={() => setAsking('print')}
        >
          Print slips
        </GuardedButton>
        <Button size="small" variant="danger" busy={bulk.isPending} onClick={() => setAsking('cancel')}>
          Cancel deliveries
        </Button>
      </SelectionBar>
      {asking === 'assign' && <BulkAssignDialog {...dialog} pharmacists={pharmacists} />}
      {asking === 'date' && <BulkDateDialog {...dialog} />}
      {asking === 'cancel' && <BulkCancelDialog {...dialog} />}
      {asking === 'print' && (
        <SlipsView ids={printable.map(({ id }) => id)} leftOut={rows.length - printable.length} onClose={close} />
      )}
    </>
  )
}
