import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import { Badge, deliveryStatusLabel, deliveryStatusTone } from './badge.tsx'
import { classNames } from './class-names.ts'
import styles from './status-badge.module.css'

/** A delivery's status as a colour, a symbol and a word; `label` replaces the word. */
export const StatusBadge = ({ status, label }: { status: DeliveryStatus; label?: string }) => (
  <Badge tone={deliveryStatusTone(status)}>
    <span aria-hidden="true" className={classNames(styles.emoji, styles[status])} />
    <span>{label ?? deliveryStatusLabel(status)}</span>
  </Badge>
)
