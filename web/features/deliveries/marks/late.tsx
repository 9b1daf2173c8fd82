import type { DeliveryRow } from '#shared/model/delivery.ts'
import { isLate } from '#shared/rules/lateness.ts'
import { Badge } from '../../../ui/badge.tsx'

interface LateProps {
  delivery: Pick<DeliveryRow, 'status' | 'delivery_date' | 'time_range'>
  /** The organisation's. */
  clock: string
}

/** Beside the time of a delivery whose slot has ended while it is open. */
export const Late = ({ delivery, clock }: LateProps) =>
  isLate(delivery, clock) ? <Badge tone="red">Late</Badge> : null
