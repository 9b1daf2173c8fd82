import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Delivery } from '#shared/model/delivery.ts'
import { attentionOf } from '#shared/rules/attention.ts'
import { type NextStep, nextSteps } from '#shared/rules/next-steps.ts'
import { paths } from '../../../lib/paths.ts'
import type { Refusals } from '../../../lib/use-refusals.ts'
import { useToday } from '../../../lib/use-today.ts'
import { useWhenIdle } from '../../../lib/use-when-idle.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { GuardedButton } from '../../../ui/guarded-button.tsx'
import { CheckIcon, DeleteIcon, EditIcon, PrintIcon } from '../../../ui/icons.tsx'
import { part } from '../../../ui/part.tsx'
import { useDeliveryAccess } from '../delivery-access.ts'
import { askToComplete, askToPrint } from '../delivery-events.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import { dialogPart } from '../delivery-overlays.tsx'
import { StartDelivery } from '../history/start-delivery.tsx'
import { statusTexts } from '../history/use-change-status.ts'
import { lastList } from '../list/last-list.ts'
import { canChangeDetail, canComplete, canPrint, canStart } from '../row-actions.ts'
import { useDeleteDelivery } from '../use-delete-delivery.ts'
import styles from './detail.module.css'

const HistoryDialog = dialogPart(
  deliveryLabels.history,
  async () => (await import('../history/history-dialog.tsx')).HistoryDialog,
)

const NextSteps = part(async () => (await import('../next-steps.tsx')).NextSteps, { waiting: () => null })

/** What else attention asks for stands on the page already. */
const isOffered = (step: NextStep) => step !== 'assign' && step !== 'call'

const notOpen = 'Only unassigned and assigned deliveries can be edited or deleted'

export function DetailActions({ delivery, refusals }: { delivery: Delivery; refusals: Refusals }) {
  const { managesDetail, managesList, mayManage, user } = useDeliveryAccess()
  const navigate = useNavigate()
  const { askAndDelete, isDeleting } = useDeleteDelivery(refusals, () => void navigate(lastList(), { replace: true }))
  const [showsHistory, setShowsHistory] = useState(false)
  useWhenIdle(HistoryDialog.preload, true)
  const today = useToday()
  const offered = mayManage ? nextSteps(delivery.status, attentionOf(delivery, today)).filter(isOffered) : []
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
      {offered.length > 0 && <NextSteps row={delivery} name={delivery.patient_name} offered={offered} />}
      {showsHistory && <HistoryDialog delivery={delivery} onClose={() => setShowsHistory(false)} />}
    </>
  )
}
