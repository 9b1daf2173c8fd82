import type { Delivery } from '#shared/model/delivery.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ProofPictures } from './proof-pictures.tsx'

// Loaded on demand: only completed deliveries have a record, and most opened deliveries are not completed yet.
const ProofRecord = lazyComponent(async () => (await import('./proof-record.tsx')).ProofRecord, {
  waiting: () => <Skeleton label="Loading the proof of delivery..." lines={3} />,
})

interface DeliveryProofProps {
  delivery: Delivery
  mayManage: boolean
  /** Whether the user may see the record: users who manage deliveries and the delivery's own driver may. */
  seesRecord: boolean
  onExpired: () => void
}

/** The proof of a delivery: its record, followed by its pictures. */
export const DeliveryProof = ({ delivery, mayManage, seesRecord, onExpired }: DeliveryProofProps) => (
  <>
    {seesRecord && delivery.status === 'delivered' && <ProofRecord delivery={delivery} mayManage={mayManage} />}
    <ProofPictures delivery={delivery} onExpired={onExpired} />
  </>
)
