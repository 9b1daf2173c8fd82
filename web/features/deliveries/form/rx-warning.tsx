import { findPrescription } from '#shared/api/search-and-day.ts'
import { useApiQuery } from '../../../lib/api/queries.ts'
import { formatShortDate } from '../../../lib/browser/format.ts'
import { useDebounced } from '../../../lib/browser/use-debounced.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { Link } from '../../../ui/link.tsx'
import { LiveRegion } from '../../../ui/live-region.tsx'
import styles from './delivery-form.module.css'

const typingPauseMs = 500

/**
 * Warns if another recent delivery, open or delivered, contains the prescription. The form can still be saved. `deliveryId` is the
 * delivery being edited.
 */
export function RxWarning({ rxNumber, deliveryId }: { rxNumber: string; deliveryId: string | undefined }) {
  const rx_number = useDebounced(rxNumber.trim(), typingPauseMs)
  const { data } = useApiQuery(findPrescription, { query: { rx_number } }, { enabled: rx_number !== '' })
  const other = rx_number === rxNumber.trim() && data?.find(({ id }) => id !== deliveryId)
  return (
    <LiveRegion role="status" className={styles.warning}>
      {other && (
        <>
          {`RX ${rx_number} is already on a delivery for ${formatShortDate(other.delivery_date)} `}
          <Link to={paths.delivery(other.id)} target="_blank">
            Open
          </Link>
        </>
      )}
    </LiveRegion>
  )
}
