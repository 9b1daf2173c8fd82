import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { Live } from '../../ui/live.tsx'
import many from '../deliveries/many/many.module.css'
import { RefusedDialog } from '../deliveries/many/refused-dialog.tsx'
import type { useBulkChange } from '../deliveries/many/use-bulk-change.ts'
import { type Assignee, AssignMenu, type Column } from './run-column.tsx'

interface ChosenBarProps {
  count: number
  people: readonly Column[]
  bulk: ReturnType<typeof useBulkChange>
  onMove: (to: Assignee) => void
  onClear: () => void
}

/** What can be done with all packages that are ticked, in sight wherever the board is scrolled to. */
export function ChosenBar({ count, people, bulk, onMove, onClear }: ChosenBarProps) {
  const [isShowing, setIsShowing] = useState(false)
  const { refused, failure, isPending } = bulk
  return (
    <section aria-label="Selected packages" className={many.bar}>
      <Live role="status" className={many.count}>{`${count} selected`}</Live>
      <div className={many.actions}>
        <AssignMenu people={people} opensUpward onPick={onMove} />
        <Button size="small" variant="quiet" onClick={onClear}>
          Clear
        </Button>
      </div>
      {isPending && <span className="muted small">Changing...</span>}
      {refused.length > 0 && (
        <div className={many.refused}>
          <span>{`${refused.length} not changed`}</span>
          <Button size="small" onClick={() => setIsShowing(true)}>
            Show
          </Button>
        </div>
      )}
      <FormAlert>{failure}</FormAlert>
      {isShowing && <RefusedDialog refused={refused} onClose={() => setIsShowing(false)} />}
    </section>
  )
}
