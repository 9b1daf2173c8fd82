import type { DeliveryRow } from '#shared/model/delivery.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { CheckIcon, DeleteIcon, EditIcon, PrintIcon, StartIcon, ViewIcon } from '../../../ui/icons.tsx'
import { askToComplete, askToPrint } from '../delivery-events.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import { StartDelivery } from '../history/start-delivery.tsx'
import { statusTexts } from '../history/use-change-status.ts'
import { canComplete, canDeleteRow, canEditRow, canPrint, canStart } from '../row-actions.ts'
import styles from './list.module.css'

export interface RowRights {
  isAdmin: boolean
  mayManage: boolean
  userId: string
}

interface DeliveryActionsProps extends RowRights {
  delivery: DeliveryRow
  onDelete: (delivery: DeliveryRow) => void
}

/** What may be done with one row, as signs with names. */
export function DeliveryActions({ delivery, isAdmin, mayManage, userId, onDelete }: DeliveryActionsProps) {
  const look = { variant: 'quiet', size: 'small' } as const
  const named = (what: string) => ({ title: what, 'aria-label': `${what}: ${delivery.patient_name}` })
  return (
    <div className={styles.actions}>
      {canStart(delivery, userId) && (
        <StartDelivery delivery={delivery} texts={statusTexts.list} look={{ ...look, ...named(deliveryLabels.start) }}>
          <StartIcon />
        </StartDelivery>
      )}
      {canComplete(delivery) && (
        <Button {...look} {...named(deliveryLabels.complete)} onClick={() => askToComplete(delivery)}>
          <CheckIcon />
        </Button>
      )}
      {isAdmin && canEditRow(delivery) && (
        <ButtonLink {...look} {...named('Edit')} to={paths.editDelivery(delivery.id)}>
          <EditIcon />
        </ButtonLink>
      )}
      <ButtonLink {...look} {...named('View details')} to={paths.delivery(delivery.id)}>
        <ViewIcon />
      </ButtonLink>
      {canPrint(delivery) && (
        <Button {...look} {...named('Print')} onClick={() => askToPrint(delivery)}>
          <PrintIcon />
        </Button>
      )}
      {mayManage && canDeleteRow(delivery) && (
        <Button {...look} {...named('Delete')} onClick={() => onDelete(delivery)}>
          <DeleteIcon />
        </Button>
      )}
    </div>
  )
}
