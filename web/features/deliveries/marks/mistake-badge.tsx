import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { Badge } from '../../../ui/badge.tsx'

/** Marks a delivery whose completion was recorded for the wrong delivery, with the reason. */
export const MistakeBadge = ({ delivery: { recorded_by_mistake } }: { delivery: DeliveryRow }) =>
  recorded_by_mistake && <Badge tone="red">{`Recorded by mistake: ${recorded_by_mistake.reason}`}</Badge>
