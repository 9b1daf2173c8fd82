import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { shortDay } from '#shared/rules/dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { deliveryLabels } from '../delivery-labels.ts'

/** A badge that says by which day a package must be returned to stock, if that day is near, or that the day is past. */
export function ReturnDeadlineBadge({
  delivery: { return_by, return_state },
}: {
  delivery: Pick<DeliveryRow, 'return_by' | 'return_state'>
}) {
  if (return_state === 'over') return <Badge tone="red">{deliveryLabels.pastReturn}</Badge>
  if (return_state === 'soon' && return_by) return <Badge tone="yellow">Return by {shortDay(return_by)}</Badge>
  return null
}
