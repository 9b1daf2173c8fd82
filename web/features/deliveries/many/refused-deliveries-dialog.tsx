import { paths } from '../../../lib/navigation/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Link } from '../../../ui/link.tsx'
import styles from './many.module.css'
import type { RefusedDelivery } from './use-bulk-change.ts'

/** Lists the deliveries that the server did not change, with the reasons. */
export const RefusedDeliveriesDialog = ({
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
