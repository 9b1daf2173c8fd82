import type { Delivery } from '#shared/model/delivery.ts'
import { Card } from '../../../ui/card.tsx'
import { deliveryLabels } from '../delivery-labels.ts'
import { StatusChangeControls } from './status-change-controls.tsx'
import { StatusHistory } from './status-history.tsx'

/** The status history on a delivery's page. If `isAdmin` is true, the user can also change the status here. */
export function StatusTracker({ delivery, isAdmin }: { delivery: Delivery; isAdmin: boolean }) {
  return (
    <Card title={deliveryLabels.history}>
      {isAdmin && <StatusChangeControls delivery={delivery} />}
      <StatusHistory deliveryId={delivery.id} status={delivery.status} />
    </Card>
  )
}
