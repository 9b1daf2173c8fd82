import type { Delivery } from '#shared/model/delivery.ts'
import { formatDateTime } from '../../lib/browser/format.ts'
import { Card } from '../../ui/card.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from '../deliveries/detail/detail.module.css'
import { signerText } from '../deliveries/detail/whereabouts.ts'

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

interface ProofProps {
  delivery: Delivery
  /** Called when a picture fails to load, which usually means that its URL has expired, as it does after a quarter of an hour. */
  onExpired: () => void
}

/** The pictures that prove a delivery: the signature and the photo, each with its time. */
function ProofPictures({ delivery, onExpired }: ProofProps) {
  const { patient_name, patient_signature, signature_timestamp, delivery_photo_url, completed_at } = delivery
  if (!patient_signature && !delivery_photo_url) return null
  return (
    <>
      {patient_signature && (
        <Card title="Patient Signature">
          <img
            className={styles.signature}
            src={patient_signature}
            alt={`Signature of ${patient_name}`}
            onError={onExpired}
          />
          <p className="small">{signerText(delivery) && `Signed by ${signerText(delivery)}`}</p>
          <p className="muted small tabular">Signed {formatDateTime(signature_timestamp)}</p>
        </Card>
      )}
      {delivery_photo_url && (
        <Card title="Delivery Photo">
          <img className={styles.photo} src={delivery_photo_url} alt="The delivery at the door" onError={onExpired} />
          <p className="muted small tabular">Completed {formatDateTime(completed_at)}</p>
        </Card>
      )}
    </>
  )
}
