import { formatDollars } from '#shared/rules/money.ts'
import type { FormApi } from '../../../lib/forms/use-form.ts'
import { Card } from '../../../ui/card.tsx'
import { CheckField } from '../../../ui/choice.tsx'
import styles from './delivery-form.module.css'
import { type DeliveryFormValues, typedTotals } from './delivery-form-values.ts'

/** What is asked for at the door, and what it all comes to so far. */
export function Requirements({ form }: { form: FormApi<DeliveryFormValues> }) {
  const totals = typedTotals(form.values)
  return (
    <>
      <Card title="Requirements & Totals">
        <div className={styles.checks}>
          <CheckField form={form} name="require_photo_id" label="Photo ID required" />
          <CheckField form={form} name="refrigerated" label="Refrigerated" />
          <CheckField form={form} name="collect_copay" label="Collect copay" />
          <CheckField form={form} name="signature_required" label="Signature required" />
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
          <CheckField form={form} name="hipaa_form" label="HIPAA form" />
          <CheckField form={form} name="lien_form" label="Lien form" />
          <CheckField form={form} name="nf_aob_form" label="NF AOB form" />
        </div>
      </Card>
    </>
  )
}
