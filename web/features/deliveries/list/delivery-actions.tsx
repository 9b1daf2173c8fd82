import type { ReactNode } from 'react'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { DeleteIcon, EditIcon, ViewIcon } from '../../../ui/desk-icons.tsx'
import { PrintIcon } from '../../../ui/icons.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { openCompletionDialog, openPrintView } from '../delivery-events.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import { canComplete, canDeleteRow, canEditRow, canPrint, canStart } from '../row-actions.ts'
import { StartDeliveryButton } from '../status/start-delivery-button.tsx'
import { statusChangeTexts } from '../status/use-change-status.ts'
import styles from './list.module.css'
import type { DeliveryRowTools } from './row-tools.ts'

interface DeliveryActionsProps {
  delivery: DeliveryRow
  /** The name of the row, for the labels of its controls. */
  name: string
  tools: DeliveryRowTools
}

const look = { variant: 'quiet', size: 'small' } as const

interface SignProps {
  what: string
  name: string
  onClick: () => void
  'data-key'?: string
  children: ReactNode
}

/** An icon button with the tooltip `what`. */
const Sign = ({ what, name, ...button }: SignProps) => (
  <Tooltip text={what}>
    <Button {...look} {...button} name={what} aria-label={`${what}: ${name}`} />
  </Tooltip>
)

/** The actions of a row: the main ones as text buttons, the others as icons. */
export function DeliveryActions({ delivery, name, tools }: DeliveryActionsProps) {
  const { isAdmin, mayManage, userId, onDelete, refusals } = tools
  const named = (what: string) => ({ ...look, 'aria-label': `${what}: ${name}` })
  return (
    <div className={styles.actions}>
      {canStart(delivery, userId) && (
        <StartDeliveryButton
          delivery={delivery}
          texts={statusChangeTexts.list}
          refusals={refusals}
          look={named(deliveryLabels.start)}
        >
          Start
        </StartDeliveryButton>
      )}
      {canComplete(delivery) && (
        <Button {...named(deliveryLabels.complete)} onClick={() => openCompletionDialog(delivery)}>
          Complete
        </Button>
      )}
      {/* Keyboard users skip this link, because the patient's name in the row links to the same page. */}
      <Tooltip text="View details">
        <ButtonLink {...named('View details')} to={paths.delivery(delivery.id)} tabIndex={-1}>
          <ViewIcon />
        </ButtonLink>
      </Tooltip>
      {isAdmin && canEditRow(delivery) && (
        <Tooltip text="Edit">
          <ButtonLink {...named('Edit')} to={paths.editDelivery(delivery.id)} data-key="e">
            <EditIcon />
          </ButtonLink>
        </Tooltip>
      )}
      {canPrint(delivery) && (
        <Sign what="Print" name={name} data-key="p" onClick={() => openPrintView(delivery)}>
          <PrintIcon />
        </Sign>
      )}
      {mayManage && canDeleteRow(delivery) && (
        <Sign what="Delete" name={name} onClick={() => onDelete(delivery)}>
          <DeleteIcon />
        </Sign>
      )}
    </div>
  )
}
