import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { deliveryLabels } from '../delivery-labels.ts'
import { StatusHistory } from './status-history.tsx'

interface HistoryDialogProps {
  delivery: Pick<DeliveryRow, 'id' | 'status'>
  onClose: () => void
}

/** The status history, without controls for changing the status. */
export function HistoryDialog({ delivery, onClose }: HistoryDialogProps) {
  return (
    <Dialog title={deliveryLabels.history} onClose={onClose}>
      <StatusHistory deliveryId={delivery.id} status={delivery.status} failedLabel="Delivery Failed" />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
