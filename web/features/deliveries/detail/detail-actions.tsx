import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Delivery } from '#shared/model/delivery.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckIcon, DeleteIcon, EditIcon, PrintIcon } from '../../../ui/icons.tsx'
import { useDeliveryAccess } from '../delivery-access.ts'
import { askToComplete, askToPrint } from '../delivery-events.ts'
import { HistoryDialog } from '../history/history-dialog.tsx'
import { useChangeStatus } from '../history/use-change-status.ts'
import { lastList } from '../list/last-list.ts'
import { canChangeDetail, canComplete, canPrint } from '../row-actions.ts'
import { useDeleteDelivery } from '../use-delete-delivery.ts'

/** Who delivers it starts it himself; everyone else leaves that to the tracker. */
function StartButton({ delivery }: { delivery: Delivery }) {
  const { change, isPending } = useChangeStatus(delivery)
  return (
    <Button variant="primary" busy={isPending} busyText="Starting..." onClick={() => change('in_progress')}>
      Start Delivery
    </Button>
  )
}

export function DetailActions({ delivery }: { delivery: Delivery }) {
  const { managesDetail, user } = useDeliveryAccess()
  const navigate = useNavigate()
  const { askAndDelete, isDeleting } = useDeleteDelivery(() => void navigate(lastList(), { replace: true }))
  const [showsHistory, setShowsHistory] = useState(false)
  const mayChange = canChangeDetail(delivery)
  return (
    <>
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
      {delivery.status === 'assigned' && delivery.pharmacist_id === user.id && <StartButton delivery={delivery} />}
      {canComplete(delivery) && (
        <Button variant="primary" onClick={() => askToComplete(delivery)}>
          <CheckIcon /> Complete Delivery
        </Button>
      )}
      {showsHistory && <HistoryDialog delivery={delivery} onClose={() => setShowsHistory(false)} />}
    </>
  )
}
