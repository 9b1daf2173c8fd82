import type { Delivery } from '#shared/model/delivery.ts'
import { formatDollars } from '#shared/rules/money.ts'
import { Badge } from '../../ui/badge.tsx'
import styles from './needs.module.css'

type NeedsOf = Pick<
  Delivery,
  | 'require_photo_id'
  | 'refrigerated'
  | 'signature_required'
  | 'collect_copay'
  | 'total_copay'
  | 'hipaa_form'
  | 'lien_form'
  | 'nf_aob_form'
>

/** What the door needs, in a line. */
export function Needs({ delivery }: { delivery: NeedsOf }) {
  const needs = [
    delivery.require_photo_id && 'Photo ID',
    delivery.refrigerated && 'Keep cold',
    delivery.signature_required && 'Signature',
    delivery.collect_copay && `${formatDollars(delivery.total_copay)} to collect`,
    delivery.hipaa_form && 'HIPAA form',
    delivery.lien_form && 'Lien form',
    delivery.nf_aob_form && 'NF AOB form',
  ].filter((need) => need !== false)
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
