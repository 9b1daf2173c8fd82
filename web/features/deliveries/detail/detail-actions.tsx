import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Delivery } from '#shared/model/delivery.ts'
import { isFinal } from '#shared/rules/transitions.ts'
import { useWhenIdle } from '../../../lib/browser/use-when-idle.ts'
import type { Refusals } from '../../../lib/forms/use-refusals.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { DeleteIcon, EditIcon } from '../../../ui/desk-icons.tsx'
import { dialogPart } from '../../../ui/dialog-part.tsx'
import { GuardedButton } from '../../../ui/guarded-button.tsx'
import { CheckIcon, PrintIcon } from '../../../ui/icons.tsx'
import { part } from '../../../ui/part.tsx'
import { useDeliveryAccess } from '../delivery-access.ts'
import { askToComplete, askToPrint } from '../delivery-events.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import { lastList } from '../list/last-list.ts'
import { canChangeDetail, canComplete, canPrint, canStart } from '../row-actions.ts'
import { StartDelivery } from '../status/start-delivery.tsx'
import { statusTexts } from '../status/use-change-status.ts'
import { useDeleteDelivery } from '../use-delete-delivery.ts'
import styles from './detail.module.css'

const HistoryDialog = dialogPart(
  deliveryLabels.history,
  async () => (await import('../status/history-dialog.tsx')).HistoryDialog,
)

const DetailSteps = part(async () => (await import('./detail-steps.tsx')).DetailSteps, { waiting: () => null })

const notOpen = 'Only unassigned and assigned deliveries can be edited or deleted'

export function DetailActions({ delivery, refusals }: { delivery: Delivery; refusals: Refusals }) {
  const { managesDetail, managesList, mayManage, user } = useDeliveryAccess()
  const navigate = useNavigate()
  const { askAndDelete, isDeleting } = useDeleteDelivery(refusals, () => void navigate(lastList(), { replace: true }))
  const [showsHistory, setShowsHistory] = useState(false)
  useWhenIdle(HistoryDialog.preload, true)
  const unchangeable = canChangeDetail(delivery) ? undefined : notOpen
  return (
    <>
      <div className={styles.actions}>
        <Button onClick={() => setShowsHistory(true)}>History</Button>
        {canPrint(delivery) && (
          <Button data-key="p" onClick={() => askToPrint(delivery)}>
            <PrintIcon /> Print
          </Button>
        )}
        {managesList && <ButtonLink to={paths.duplicate(delivery.id)}>Duplicate</ButtonLink>}
        {managesDetail && (
          <>
            <GuardedButton
              data-key="e"
              whyNot={unchangeable}
              onClick={() => void navigate(paths.editDelivery(delivery.id))}
            >
              <EditIcon /> Edit
            </GuardedButton>
            <GuardedButton
              variant="danger"
              whyNot={unchangeable}
              busy={isDeleting}
              busyText="Deleting..."
              onClick={() => void askAndDelete(delivery)}
            >
              <DeleteIcon /> Delete
            </GuardedButton>
          </>
        )}
      </div>
      <div className={styles.next}>
        {canStart(delivery, user.id) && (
          <StartDelivery delivery={delivery} texts={statusTexts.tracker} refusals={refusals}>
            {deliveryLabels.start}
          </StartDelivery>
        )}
        {canComplete(delivery) && (
          <Button variant="primary" onClick={() => askToComplete(delivery)}>
            <CheckIcon /> {deliveryLabels.complete}
          </Button>
        )}
      </div>
      {mayManage && !isFinal(delivery.status) && <DetailSteps delivery={delivery} />}
      {showsHistory && <HistoryDialog delivery={delivery} onClose={() => setShowsHistory(false)} />}
    </>
  )
}
