import type { Delivery } from '#shared/model/delivery.ts'
import type { RunDelivery } from '#shared/model/run.ts'
import { doorNeedsOf, paperFormNames } from '#shared/rules/needs.ts'
import { Badge } from '../../../ui/badge.tsx'
import { toCollectText } from '../delivery-text.ts'
import styles from './needs-badges.module.css'

/** A delivery in a run, whose requirements are in `needs`, or a whole delivery, which has a flag for each requirement. */
type Needing =
  | Pick<RunDelivery, 'needs' | 'amount_due'>
  | (Parameters<typeof doorNeedsOf>[0] & Pick<Delivery, 'collect_copay' | 'total_copay'>)

/** Returns the delivery's special requirements at the door, in words. */
export function needsInWords(delivery: Needing): string[] {
  const { photo_id, refrigerated, signature, forms } = 'needs' in delivery ? delivery.needs : doorNeedsOf(delivery)
  const copay = 'needs' in delivery ? delivery.amount_due : delivery.total_copay
  const isDue = 'needs' in delivery || delivery.collect_copay
  return [
    ...(photo_id ? ['Photo ID'] : []),
    ...(refrigerated ? ['Keep cold'] : []),
    ...(signature ? ['Signature'] : []),
    ...(isDue && copay > 0 ? [toCollectText(copay)] : []),
    ...forms.map((form) => paperFormNames[form]),
  ]
}

/** Says that this is the patient's first delivery, so that the driver has the forms at hand. */
export const FirstDeliveryBadge = ({ of }: { of: readonly Pick<RunDelivery, 'first_delivery'>[] }) =>
  of.some(({ first_delivery }) => first_delivery) && <Badge tone="indigo">First delivery</Badge>

/** The special requirements at the door, as badges. */
export function NeedsBadges({ delivery }: { delivery: Needing }) {
  const needs = needsInWords(delivery)
  if (needs.length === 0) return null
  return (
    <ul aria-label="Needs" className={styles.needs}>
      {needs.map((need) => (
        <li key={need}>
          <Badge tone="brand">{need}</Badge>
        </li>
      ))}
    </ul>
  )
}
