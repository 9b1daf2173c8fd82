import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Delivery } from '#shared/model/delivery.ts'
import { isFinalStatus } from '#shared/rules/transitions.ts'
import { useWhenIdle } from '../../../lib/browser/idle.ts'
import { phoneMediaQuery, useMediaQuery } from '../../../lib/browser/use-media.ts'
import type { RowRefusalState } from '../../../lib/forms/use-row-refusal.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { DeleteIcon, EditIcon } from '../../../ui/desk-icons.tsx'
import { GuardedButton } from '../../../ui/guarded-button.tsx'
import { CheckIcon, PrintIcon } from '../../../ui/icons.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuLink } from '../../../ui/menu-entry.tsx'
import { canComplete } from '../can-complete.ts'
import { useDeliveryAccess } from '../delivery-access.ts'
import { openCompletionDialog, openPrintView } from '../delivery-events.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import { lastListPath } from '../list/last-list.ts'
import { canChangeOnDetailPage, canPrint, canStart } from '../row-actions.ts'
import { StartDeliveryButton } from '../status/start-delivery-button.tsx'
import { statusChangeTexts } from '../status/use-change-status.ts'
import { useDeleteDelivery } from '../use-delete-delivery.ts'
import styles from './detail.module.css'

const HistoryDialog = lazyDialog(
  deliveryLabels.history,
  async () => (await import('../status/history-dialog.tsx')).HistoryDialog,
)

const DeliveryNextSteps = lazyComponent(async () => (await import('./delivery-next-steps.tsx')).DeliveryNextSteps, {
  waiting: () => null,
})

const notOpen = 'Only unassigned and assigned deliveries can be edited or deleted'

interface DetailActionsProps {
  delivery: Delivery
  refusals: RowRefusalState
}

export function DetailActions({ delivery, refusals }: DetailActionsProps) {
  const { mayManage, user } = useDeliveryAccess()
  const [showsHistory, setShowsHistory] = useState(false)
  useWhenIdle(HistoryDialog.preload, true)
  return (
    <>
      <div className={styles.actions}>
        <Button onClick={() => setShowsHistory(true)}>History</Button>
        {canPrint(delivery) && (
          <Button data-key="p" onClick={() => openPrintView(delivery)}>
            <PrintIcon /> Print
          </Button>
        )}
        <EditorActions delivery={delivery} refusals={refusals} />
      </div>
      <div className={styles.next}>
        {canStart(delivery, user.id) && (
          <StartDeliveryButton delivery={delivery} texts={statusChangeTexts.tracker} refusals={refusals}>
            {deliveryLabels.start}
          </StartDeliveryButton>
        )}
        {canComplete(delivery) && (
          <Button variant="primary" onClick={() => openCompletionDialog(delivery)}>
            <CheckIcon /> {deliveryLabels.complete}
          </Button>
        )}
      </div>
      {mayManage && !isFinalStatus(delivery.status) && <DeliveryNextSteps delivery={delivery} />}
      {showsHistory && <HistoryDialog delivery={delivery} onClose={() => setShowsHistory(false)} />}
    </>
  )
}

/** The actions for people who plan deliveries. On a phone, Duplicate and Delete are in a menu, with Delete as the last entry. */
function EditorActions({ delivery, refusals }: DetailActionsProps) {
  const { managesDetail, managesList } = useDeliveryAccess()
  const navigate = useNavigate()
  const { askAndDelete, isDeleting } = useDeleteDelivery(
    refusals,
    () => void navigate(lastListPath(), { replace: true }),
  )
  const isPhone = useMediaQuery(phoneMediaQuery)
  const whyNot = canChangeOnDetailPage(delivery) ? undefined : notOpen
  const edit = managesDetail && (
    <GuardedButton data-key="e" whyNot={whyNot} onClick={() => void navigate(paths.editDelivery(delivery.id))}>
      <EditIcon /> Edit
    </GuardedButton>
  )
  const remove = managesDetail && (
    <GuardedButton
      variant={isPhone ? 'quiet' : 'danger'}
      wide={isPhone}
      className={isPhone ? styles.entry : undefined}
      whyNot={whyNot}
      busy={isDeleting}
      busyText="Deleting..."
      onClick={() => void askAndDelete(delivery)}
    >
      {!isPhone && <DeleteIcon />} Delete
    </GuardedButton>
  )
  if (!isPhone)
    return (
      <>
        {managesList && <ButtonLink to={paths.duplicate(delivery.id)}>Duplicate</ButtonLink>}
        {edit}
        {remove}
      </>
    )
  return (
    <>
      {edit}
      {(managesList || managesDetail) && (
        <Menu label="More" align="end" buttonClassName={styles.more}>
          {managesList && <MenuLink to={paths.duplicate(delivery.id)}>Duplicate</MenuLink>}
          {remove}
        </Menu>
      )}
    </>
  )
}
