import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { MapIcon } from '../../../ui/icons.tsx'
import { mapsSearchUrl } from '../delivery-text.ts'
import styles from './list.module.css'

/** A link that opens the address on a map in a new tab. */
export function MapsLink({ delivery }: { delivery: DeliveryRow }) {
  return (
    <a
      className={styles.map}
      href={mapsSearchUrl(delivery)}
      aria-label={`View on Map: ${delivery.delivery_address}`}
      target="_blank"
      rel="noreferrer"
    >
      <MapIcon /> View on Map
    </a>
  )
}
