import type { DeliveryRow } from '#shared/model/delivery.ts'
import { isLate } from '#shared/rules/lateness.ts'
import { Badge } from '../../ui/badge.tsx'

/** Beside the time of a delivery whose slot has ended while it is open. */
export const Late = ({ delivery, clock }: { delivery: DeliveryRow; clock: string }) =>
  isLate(delivery, clock) ? <Badge tone="red">Late</Badge> : null
