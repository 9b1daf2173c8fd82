import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Delivery } from '#shared/model/delivery.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckIcon, DeleteIcon, EditIcon, PrintIcon } from '../../../ui/icons.tsx'
import { useDeliveryAccess } from '../delivery-access.ts'
import { askToComplete, askToPrint } from '../delivery-events.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import { HistoryDialog } from '../history/history-dialog.tsx'
import { StartDelivery } from '../history/start-delivery.tsx'
import { statusTexts } from '../history/use-change-status.ts'
import { lastList } from '../list/last-list.ts'
import { canChangeDetail, canComplete, canPrint, canStart } from '../row-actions.ts'
import { useDeleteDelivery } from '../use-delete-delivery.ts'
import styles from './detail.module.css'

export function DetailActions({ delivery }: { delivery: Delivery }) {
  const { managesDetail, user } = useDeliveryAccess()
  const navigate = useNavigate()
  const { askAndDelete, isDeleting } = useDeleteDelivery(() => void navigate(lastList(), { replace: true }))
  const [showsHistory, setShowsHistory] = useState(false)
  const mayChange = canChangeDetail(delivery)
  return (
    <>
      <div className={styles.actions}>
        <Button onClick={() => setShowsHistory(true)}>History</Button>
        {canPrint(delivery) && (
          <Button onClick={() => askToPrint(delivery)}>
            <PrintIcon /> Print
          </Button>
        )}
        {managesDetail && (
          <>
            <Button disabled={!mayChange} onClick={() => void navigate(paths.editDelivery(delivery.id))}>
              <EditIcon /> Edit
            </Button>
            <Button
              variant="danger"
              disabled={!mayChange}
              busy={isDeleting}
              busyText="Deleting..."
              onClick={() => void askAndDelete(delivery)}
            >
              <DeleteIcon /> Delete
            </Button>
          </>
        )}
      </div>
      <div className={styles.next}>
        {canStart(delivery, user.id) && (
          <StartDelivery delivery={delivery} texts={statusTexts.tracker}>
            {deliveryLabels.start}
          </StartDelivery>
        )}
        {canComplete(delivery) && (
          <Button variant="primary" onClick={() => askToComplete(delivery)}>
            <CheckIcon /> {deliveryLabels.complete}
          </Button>
        )}
      </div>
      {showsHistory && <HistoryDialog delivery={delivery} onClose={() => setShowsHistory(false)} />}
    </>
  )
}
