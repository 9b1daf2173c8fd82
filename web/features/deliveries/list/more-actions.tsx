import type { DeliveryRow } from '#shared/model/delivery.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { askToPrint } from '../delivery-events.ts'
import { canDeleteRow, canEditRow, canPrint } from '../row-actions.ts'
import type { RowRights } from './delivery-actions.tsx'
import styles from './list.module.css'

interface MoreActionsProps extends RowRights {
  delivery: DeliveryRow
  onDelete: (delivery: DeliveryRow) => void
}

/** On a card, what is seldom done at a door. */
export function MoreActions({ delivery, isAdmin, mayManage, onDelete }: MoreActionsProps) {
  const look = { variant: 'quiet', wide: true } as const
  return (
    <Menu label="More" name={`More actions for ${delivery.patient_name}`} align="end" buttonClassName={styles.more}>
      <ButtonLink {...look} to={paths.delivery(delivery.id)}>
        View details
      </ButtonLink>
      {isAdmin && canEditRow(delivery) && (
        <ButtonLink {...look} to={paths.editDelivery(delivery.id)}>
          Edit
        </ButtonLink>
      )}
      {canPrint(delivery) && (
        <Button {...look} onClick={() => askToPrint(delivery)}>
          Print
        </Button>
      )}
      {mayManage && canDeleteRow(delivery) && (
        <Button {...look} onClick={() => onDelete(delivery)}>
          Delete
        </Button>
      )}
    </Menu>
  )
}
