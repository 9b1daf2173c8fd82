import { formatDollars } from '#shared/rules/money.ts'
import { Card } from '../../../ui/card.tsx'
import { CheckField } from '../../../ui/choice.tsx'
import { type DeliveryFormValues, typedTotals } from './delivery-form-values.ts'
import styles from './form.module.css'

/** What is asked for at the door, and what it all comes to so far. */
export function Requirements({ values }: { values: DeliveryFormValues }) {
  const totals = typedTotals(values)
  return (
    <>
      <Card title="Requirements & Totals">
        <div className={styles.checks}>
          <CheckField name="require_photo_id" label="Photo ID required" />
          <CheckField name="refrigerated" label="Refrigerated" />
          <CheckField name="collect_copay" label="Collect copay" />
          <CheckField name="signature_required" label="Signature required" />
        </div>
        <dl className={styles.totals}>
          <dt>Total copay</dt>
          <dd>{formatDollars(totals.total_copay)}</dd>
          <dt>SKU total</dt>
          <dd>{formatDollars(totals.total_price)}</dd>
          <dt>Order total</dt>
          <dd>{formatDollars(totals.order_total)}</dd>
        </dl>
      </Card>
      <Card title="Required Forms">
        <div className={styles.checks}>
          <CheckField name="hipaa_form" label="HIPAA form" />
          <CheckField name="lien_form" label="Lien form" />
          <CheckField name="nf_aob_form" label="NF AOB form" />
        </div>
      </Card>
    </>
  )
}
