import type { Delivery } from '#shared/model/delivery.ts'
import { Card } from '../../../ui/card.tsx'
import { part } from '../../../ui/part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusHistory } from './status-history.tsx'

const StatusChange = part(async () => (await import('./status-change.tsx')).StatusChange, {
  waiting: () => <Skeleton label="Loading status changes..." lines={1} />,
})

/** The history beside a delivery; administrators change the status here. */
export function StatusTracker({ delivery, isAdmin }: { delivery: Delivery; isAdmin: boolean }) {
  return (
    <Card title="Status History">
      {isAdmin && <StatusChange delivery={delivery} />}
      <StatusHistory deliveryId={delivery.id} status={delivery.status} />
    </Card>
  )
}
