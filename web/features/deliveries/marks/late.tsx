import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { isLate } from '#shared/rules/lateness.ts'
import { Badge } from '../../../ui/badge.tsx'

interface LateProps {
  delivery: Pick<DeliveryRow, 'status' | 'delivery_date' | 'time_range'>
  /** The organisation's date and time. */
  clock: string
}

/** Shown beside the time of an open delivery whose time slot has ended. */
export const Late = ({ delivery, clock }: LateProps) =>
  isLate(delivery, clock) ? <Badge tone="red">Late</Badge> : null
