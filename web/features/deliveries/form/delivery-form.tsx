import { useEffect, useState } from 'react'
import { createDelivery, updateDelivery } from '#shared/api/deliveries.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { formatDollars } from '#shared/rules/money.ts'
import { CallError } from '../../../lib/call-error.ts'
import { todayHere } from '../../../lib/format.ts'
import { useApiMutation } from '../../../lib/queries.ts'
import { toast } from '../../../lib/toast.ts'
import { useForm } from '../../../lib/use-form.ts'
import { useLeaveGuard } from '../../../lib/use-leave-guard.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CheckField } from '../../../ui/choice.tsx'
import { Form } from '../../../ui/form.tsx'
import { useAskToDiscard } from '../../../ui/use-ask-to-discard.ts'
import { keepDelivery, outdateDelivery } from '../delivery-cache.ts'
import { saveFailure } from '../failure-text.ts'
import {
  bodyOf,
  type CheckedDelivery,
  deliveryFormSchema,
  inFormRows,
  newDeliveryValues,
  typedTotals,
  valuesOf,
} from './delivery-form-values.ts'
import { DeliveryInformation } from './delivery-information.tsx'
import styles from './form.module.css'
import { RxRows, SkuRows } from './goods-rows.tsx'
import { type PatientPickerComponent, patientOf } from './picked-patient.ts'
import type { FormData } from './use-form-data.ts'

const creating = {
  done: 'Delivery created successfully',
  failed: (reason: string) => `Failed to create delivery: ${reason}`,
  label: 'New delivery',
  button: 'Create Delivery',
  busy: 'Creating delivery...',
}
const updating: typeof creating = {
  done: 'Delivery updated successfully',
  failed: (reason: string) => `Failed to update delivery: ${reason}`,
  label: 'Edit delivery',
  button: 'Update Delivery',
  busy: 'Updating delivery...',
}

interface DeliveryFormProps {
  /** The delivery to edit; none makes a new one. */
  delivery?: Delivery
  data: FormData
  PatientPicker: PatientPickerComponent
  onSaved: (delivery: Delivery) => void
  onCancel: () => void
  onDirty?: (isDirty: boolean) => void
}

/** Creates or updates; every opening is one request to the server, however often it has to be sent. */
function useSave(delivery: Delivery | undefined) {
  const create = useApiMutation(createDelivery)
  const update = useApiMutation(updateDelivery)
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [opened] = useState(delivery)
  return (checked: CheckedDelivery) => {
    const body = bodyOf(checked)
    if (!opened) return create.mutateAsync({ body, headers: { 'idempotency-key': idempotencyKey } })
    const headers = { 'if-match': String(opened.version) }
    return update.mutateAsync({ params: { id: opened.id }, body, headers })
  }
}

export function DeliveryForm({ delivery, data, PatientPicker, onSaved, onCancel, onDirty }: DeliveryFormProps) {
  const texts = delivery ? updating : creating
  const today = todayHere()
  // An overdue delivery keeps its date while the rest of it is put right.
  const earliest = delivery && delivery.delivery_date < today ? delivery.delivery_date : today
  const [patient, setPatient] = useState(delivery ? patientOf(delivery) : null)
  const save = useSave(delivery)
  const askToDiscard = useAskToDiscard()
  const refusal = (error: CallError) => texts.failed(saveFailure(error))

  const form = useForm(deliveryFormSchema(earliest), {
    initial: delivery ? valuesOf(delivery) : newDeliveryValues(),
    failureText: refusal,
    onSubmit: async (checked) => {
      try {
        const saved = await save(checked)
        keepDelivery(saved)
        toast.success(texts.done)
        onSaved(saved)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        toast.error(refusal(error))
        if (delivery && (error.status === 409 || error.status === 404)) outdateDelivery(delivery.id)
        throw inFormRows(error, checked)
      }
    },
  })
  useLeaveGuard(form.dirty, askToDiscard)
  useEffect(() => {
    onDirty?.(form.dirty)
    return () => onDirty?.(false)
  }, [form.dirty, onDirty])

  async function cancel() {
    if (!form.dirty || (await askToDiscard())) onCancel()
  }

  const totals = typedTotals(form.values)
  return (
    <Form form={form} label={texts.label}>
      <DeliveryInformation data={data} earliest={earliest} />
      <Card title="Patient Information">
        <PatientPicker
          selected={patient}
          error={form.errors.patient_id}
          disabled={form.busy}
          onSelect={(picked) => {
            setPatient(picked)
            form.set('patient_id', picked?.id ?? '')
          }}
        />
      </Card>
      <RxRows form={form} />
      <SkuRows form={form} />
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
      <div className={styles.foot}>
        <Button onClick={() => void cancel()}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.busy} busyText={texts.busy}>
          {texts.button}
        </Button>
      </div>
    </Form>
  )
}
