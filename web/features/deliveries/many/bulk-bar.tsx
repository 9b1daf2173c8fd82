import { useState } from 'react'
import type { BulkChange } from '#shared/model/counter.ts'
import type { DeliveryRow } from '#shared/model/delivery.ts'
import { Button } from '../../../ui/button.tsx'
import type { ComboboxOption } from '../../../ui/combobox.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { GuardedButton } from '../../../ui/guarded-button.tsx'
import { Live } from '../../../ui/live.tsx'
import { SlipsView } from '../print/slips-view.tsx'
import { canPrint } from '../row-actions.ts'
import { AssignDialog, CancelDialog, DateDialog } from './bulk-dialogs.tsx'
import styles from './many.module.css'
import { RefusedDialog } from './refused-dialog.tsx'
import { useBulkChange } from './use-bulk-change.ts'

interface BulkBarProps {
  chosen: ReadonlyMap<string, DeliveryRow>
  pharmacists: readonly ComboboxOption[]
  onClear: () => void
}

type Asking = 'assign' | 'date' | 'cancel' | 'print' | 'refused'

/** What can be done with all rows that are ticked; they stay ticked for the next thing. */
export function BulkBar({ chosen, pharmacists, onClear }: BulkBarProps) {
  const [asking, setAsking] = useState<Asking>()
  const rows = [...chosen.values()]
  const printable = rows.filter(canPrint)
  const { change, isPending, refused, failure } = useBulkChange(rows)
  const close = () => setAsking(undefined)
  const make = (wanted: BulkChange) => {
    close()
    void change(wanted)
  }
  const dialog = { rows, onClose: close, onChange: make }
  return (
    <section aria-label="Selected deliveries" className={styles.bar}>
      <Live role="status" className={styles.count}>{`${rows.length} selected`}</Live>
      <div className={styles.actions}>
        <Button size="small" busy={isPending} onClick={() => setAsking('assign')}>
          Assign to…
        </Button>
        <Button size="small" busy={isPending} onClick={() => setAsking('date')}>
          Change date…
        </Button>
        <GuardedButton
          size="small"
          whyNot={printable.length > 0 ? undefined : 'What is delivered has no slip any more'}
          onClick={() => setAsking('print')}
        >
          Print slips
        </GuardedButton>
        <Button size="small" variant="danger" busy={isPending} onClick={() => setAsking('cancel')}>
          Cancel deliveries
        </Button>
        <Button size="small" variant="quiet" onClick={onClear}>
          Clear
        </Button>
      </div>
      {isPending && <span className="muted small">Changing...</span>}
      {refused.length > 0 && (
        <div className={styles.refused}>
          <span>{`${refused.length} not changed`}</span>
          <Button size="small" onClick={() => setAsking('refused')}>
            Show
          </Button>
        </div>
      )}
      <FormAlert>{failure}</FormAlert>
      {asking === 'assign' && <AssignDialog {...dialog} pharmacists={pharmacists} />}
      {asking === 'date' && <DateDialog {...dialog} />}
      {asking === 'cancel' && <CancelDialog {...dialog} />}
      {asking === 'print' && (
        <SlipsView ids={printable.map(({ id }) => id)} leftOut={rows.length - printable.length} onClose={close} />
      )}
      {asking === 'refused' && <RefusedDialog refused={refused} onClose={close} />}
    </section>
  )
}
