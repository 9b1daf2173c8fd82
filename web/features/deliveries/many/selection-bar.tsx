import { type ReactNode, useState } from 'react'
import { phoneMediaQuery, useMediaQuery } from '../../../lib/browser/use-media.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { Link } from '../../../ui/link.tsx'
import { LiveRegion } from '../../../ui/live-region.tsx'
import { Menu } from '../../../ui/menu.tsx'
import styles from './many.module.css'
import type { RefusedDelivery, useBulkChange } from './use-bulk-change.ts'

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

/** Lists the deliveries that the server did not change, with the reasons. */
const RefusedDeliveriesDialog = ({
  refused,
  onClose,
}: {
  refused: readonly RefusedDelivery[]
  onClose: () => void
}) => (
  <Dialog title="Not changed" onClose={onClose}>
    <ul className={styles.list}>
      {refused.map(({ id, name, detail }) => (
        <li key={id}>
          <Link to={paths.delivery(id)}>{name}</Link>
          <span className="muted">{detail}</span>
        </li>
      ))}
    </ul>
    <DialogActions>
      <Button onClick={onClose}>Close</Button>
    </DialogActions>
  </Dialog>
)
