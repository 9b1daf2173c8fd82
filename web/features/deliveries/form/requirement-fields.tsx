import { deliveryColumnNames } from '#shared/model/exchange-columns.ts'
import { formatDollars } from '#shared/rules/money.ts'
import type { FormApi } from '../../../lib/forms/use-form.ts'
import { Card } from '../../../ui/card.tsx'
import { CheckboxField } from '../../../ui/choice.tsx'
import styles from './delivery-form.module.css'
import { type DeliveryFormValues, totalsOfFormValues } from './delivery-form-values.ts'

/** The checkboxes for what is required at the door, and the totals of the values typed so far. */
export function RequirementFields({ form }: { form: FormApi<DeliveryFormValues> }) {
  const totals = totalsOfFormValues(form.values)
  return (
    <>
      <Card title="Requirements & Totals">
        <div className={styles.checks}>
          <CheckboxField form={form} name="require_photo_id" label={deliveryColumnNames.require_photo_id} />
          <CheckboxField form={form} name="refrigerated" label={deliveryColumnNames.refrigerated} />
          <CheckboxField form={form} name="collect_copay" label={deliveryColumnNames.collect_copay} />
          <CheckboxField form={form} name="signature_required" label={deliveryColumnNames.signature_required} />
        </div>
        {totals.total_copay > 0 && form.values.collect_copay !== true && (
          <p className="muted small">The driver will not ask for the {formatDollars(totals.total_copay)}.</p>
        )}
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
          <CheckboxField form={form} name="hipaa_form" label={deliveryColumnNames.hipaa_form} />
          <CheckboxField form={form} name="lien_form" label={deliveryColumnNames.lien_form} />
          <CheckboxField form={form} name="nf_aob_form" label={deliveryColumnNames.nf_aob_form} />
        </div>
      </Card>
    </>
  )
}
