import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { isLate } from '#shared/rules/lateness.ts'
import { Badge } from '../../../ui/badge.tsx'

interface LateProps {
  delivery: Pick<DeliveryRow, 'status' | 'delivery_date' | 'time_range'>
  /** The current date and time in the organisation's time zone. */
  clock: string
}

/** A badge for an open delivery whose time slot or, if it has none, whose day has ended. */
export const LateBadge = ({ delivery, clock }: LateProps) =>
  isLate(delivery, clock) ? <Badge tone="red">Late</Badge> : null
