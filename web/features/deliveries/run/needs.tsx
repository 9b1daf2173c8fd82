import type { RunDelivery } from '#shared/model/run.ts'
import { formatDollars } from '#shared/rules/money.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ReturnMark } from '../return-mark.tsx'
import styles from './run.module.css'

const formNames = { hipaa_form: 'HIPAA form', lien_form: 'Lien form', nf_aob_form: 'NF AOB form' } as const

/** What the person at the door has to think of, in words. */
export const needsOf = ({ needs, amount_due }: RunDelivery): string[] => [
  ...(needs.photo_id ? ['Photo ID'] : []),
  ...(needs.refrigerated ? ['Keep cold'] : []),
  ...(needs.signature ? ['Signature'] : []),
  ...needs.forms.map((form) => formNames[form]),
  ...(amount_due > 0 ? [`${formatDollars(amount_due)} to collect`] : []),
]

export const Needs = ({ delivery }: { delivery: RunDelivery }) => (
  <div className={styles.needs}>
    {needsOf(delivery).map((need) => (
      <Badge key={need}>{need}</Badge>
    ))}
    <ReturnMark delivery={delivery} />
  </div>
)
