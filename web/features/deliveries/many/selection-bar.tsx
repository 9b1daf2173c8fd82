import { type ReactNode, useState } from 'react'
import { phoneMediaQuery, useMediaQuery } from '../../../lib/browser/use-media.ts'
import { Button } from '../../../ui/button.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { LiveRegion } from '../../../ui/live-region.tsx'
import { Menu } from '../../../ui/menu.tsx'
import styles from './many.module.css'
import { RefusedDeliveriesDialog } from './refused-deliveries-dialog.tsx'
import type { useBulkChange } from './use-bulk-change.ts'

interface SelectedBarProps {
  name: string
  count: number
  bulk: Pick<ReturnType<typeof useBulkChange>, 'isPending' | 'refused' | 'failure'>
  onClear: () => void
  /** On a phone, the actions are in a menu, so that the bar takes one line. */
  foldsOnPhone?: boolean
  /** The buttons for the available actions. */
  children: ReactNode
}

/** A bar with the number of selected rows, the available actions, and what the last action could not change. */
export function SelectionBar({
  name,
  count,
  bulk: { isPending, refused, failure },
  onClear,
  foldsOnPhone = false,
  children,
}: SelectedBarProps) {
  const isFolded = useMediaQuery(phoneMediaQuery) && foldsOnPhone
  const [isShowing, setIsShowing] = useState(false)
  return (
    <section aria-label={name} className={styles.bar}>
      <LiveRegion role="status" className={styles.count}>{`${count} selected`}</LiveRegion>
      <Button size="small" variant="quiet" onClick={onClear}>
        Clear
      </Button>
      {isFolded ? (
        <Menu label="Actions" align="end" opensUpward buttonClassName={styles.fold}>
          <div className={styles.entries}>{children}</div>
        </Menu>
      ) : (
        <div className={styles.actions}>{children}</div>
      )}
      {isPending && <span className="muted small">Changing...</span>}
      {refused.length > 0 && (
        <div className={styles.refused}>
          <span>{`${refused.length} not changed`}</span>
          <Button size="small" onClick={() => setIsShowing(true)}>
            Show
          </Button>
        </div>
      )}
      <FormAlert>{failure}</FormAlert>
      {isShowing && <RefusedDeliveriesDialog refused={refused} onClose={() => setIsShowing(false)} />}
    </section>
  )
}
