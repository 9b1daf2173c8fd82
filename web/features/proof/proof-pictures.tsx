import type { Delivery } from '#shared/model/delivery.ts'
import { formatDateTime } from '../../lib/browser/format.ts'
import { Card } from '../../ui/card.tsx'
import styles from '../deliveries/detail/detail.module.css'
import { signerText } from '../deliveries/detail/whereabouts.ts'

interface ProofProps {
  delivery: Delivery
  /** Called when a picture fails to load, which usually means that its URL has expired, as it does after a quarter of an hour. */
  onExpired: () => void
}

/** The pictures that prove a delivery: the signature and the photo, each with its time. */
export function ProofPictures({ delivery, onExpired }: ProofProps) {
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
