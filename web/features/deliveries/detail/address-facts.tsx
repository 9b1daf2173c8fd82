import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { cityLine } from '../delivery-text.ts'
import { MapsLink } from '../list/maps-link.tsx'
import styles from './detail.module.css'

/** Returns the labels and values that show a delivery's address in a `FactList`. */
export const addressFacts = (delivery: DeliveryRow) =>
  [
    [
      'Address',
      <span key="address" className={styles.address}>
        {delivery.delivery_address} <MapsLink delivery={delivery} />
      </span>,
    ],
    ['Apt/Suite', delivery.apt_suite_building],
    ['City/State/ZIP', cityLine(delivery)],
  ] as const
