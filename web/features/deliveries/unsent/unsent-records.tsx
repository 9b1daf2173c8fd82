import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { acceptUnsent, discardUnsent } from '#shared/api/attempts.ts'
import { attemptText } from '#shared/model/attempt.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { statusInWords } from '#shared/model/delivery-statuses.ts'
import {
  choiceLabel,
  counselingOutcomeLabels,
  hipaaOutcomeLabels,
  photoIdKindLabels,
  signatureMethodLabels,
  signerRelationshipLabels,
} from '#shared/model/door-record.ts'
import { paymentLabels } from '#shared/model/payment.ts'
import { reasonForm } from '#shared/model/reason-form.ts'
import type { RefusedAction, RefusedActionKind } from '#shared/model/refused-action.ts'
import { formatDollars } from '#shared/rules/money.ts'
import { isFinalStatus } from '#shared/rules/transitions.ts'
import { errorDetail } from '../../../lib/api/call-error.ts'
import { useApiMutation } from '../../../lib/api/queries.ts'
import { formatDateAndAnyTime } from '../../../lib/browser/format.ts'
import { toast } from '../../../lib/browser/toast.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextAreaField } from '../../../ui/form.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { rereadDelivery, updateCachedDelivery } from '../delivery-cache.ts'
import styles from '../detail/detail.module.css'
import { FactList } from '../detail/fact-list.tsx'

const titles: Record<RefusedActionKind, string> = {
  completion: 'Signed at the door, not accepted',
  attempt: 'Failed attempt, not accepted',
  return: 'Return, not accepted',
}

const acceptTexts: Record<RefusedActionKind, string> = {
  completion: 'Complete with this record',
  attempt: 'Record this attempt',
  return: 'Record this return',
}

/** The records from the door that wait for the pharmacy: each can be accepted, or discarded with a reason. */
export function UnsentRecords({ delivery }: { delivery: Delivery }) {
  const { hash } = useLocation()
  const records = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The browser can't find the place by itself, because the records come after the page.
    if (hash === '#records') void records.current?.scrollIntoView({ block: 'nearest' })
  }, [hash])
  return (
    <div ref={records}>
      {delivery.unsent
        .filter(({ record, kind }) => record !== null || kind === 'return')
        .map((action) => (
          <UnsentRecord key={action.unsent_id} delivery={delivery} action={action} />
        ))}
    </div>
  )
}

const labelOf = (labels: Parameters<typeof choiceLabel>[0], value: string | null) =>
  value ? choiceLabel(labels, value) : ''

const photoIdText = (photoId: NonNullable<RefusedAction['record']>['photo_id']) =>
  photoId ? (photoId.checked ? labelOf(photoIdKindLabels, photoId.kind) || 'Checked' : 'Not checked') : ''

function factsOf({ kind, captured_at, reported_at, reported_by, refusal, record }: RefusedAction) {
  const at = formatDateAndAnyTime(captured_at ?? reported_at)
  const facts: [string, string][] = [['Recorded by', `${reported_by.full_name}, ${at}`]]
  if (record && kind === 'completion')
    facts.push(
      ['Signed by', record.signer_name ?? ''],
      ['Relationship', labelOf(signerRelationshipLabels, record.signer_relationship)],
      ['Photo ID', photoIdText(record.photo_id)],
      [
        'HIPAA form',
        [labelOf(hipaaOutcomeLabels, record.hipaa_form_outcome), record.hipaa_form_reason].filter(Boolean).join(', '),
      ],
      ['Counseling', labelOf(counselingOutcomeLabels, record.counseling_outcome)],
      ['Signature', labelOf(signatureMethodLabels, record.signature_method)],
      [
        'Amount',
        [
          formatDollars(record.amount ?? 0),
          record.payment_method && record.amount ? choiceLabel(paymentLabels, record.payment_method) : '',
        ]
          .filter(Boolean)
          .join(', '),
      ],
      ['Notes', record.delivery_notes],
    )
  if (record?.reason) facts.push(['Reason', attemptText({ reason: record.reason, note: record.note })])
  return [...facts, ['Not accepted because', refusal] as [string, string]].filter(([, value]) => value)
}

/** Whether a record can still be accepted: a delivery that is finished in the meantime stays as it is. */
const isAcceptable = ({ kind }: RefusedAction, { status }: Delivery) =>
  kind === 'return' ? status === 'failed' : !isFinalStatus(status)

function UnsentRecord({ delivery, action }: { delivery: Delivery; action: RefusedAction }) {
  const { id, patient_name, status } = delivery
  const mayAccept = isAcceptable(action, delivery)
  const [isDiscarding, setIsDiscarding] = useState(false)
  const { mutate, isPending, error } = useApiMutation(acceptUnsent, {
    onSuccess: (changed) => {
      updateCachedDelivery(changed)
      toast.success('Record accepted')
    },
    onError: () => rereadDelivery(id),
  })
  const { record, kind, unsent_id } = action
  return (
    <Card title={titles[kind]}>
      <FactList facts={factsOf(action)} />
      {record?.signature && (
        <img className={styles.signature} src={record.signature} alt={`Signature of ${patient_name}`} />
      )}
      {record?.photo && <img className={styles.photo} src={record.photo} alt="The delivery at the door" />}
      {!mayAccept && <p>{`This delivery is ${statusInWords(status)}. This record can only be discarded.`}</p>}
      <FormAlert>{error && errorDetail(error, 'Failed to save')}</FormAlert>
      <div className={styles.actions}>
        {mayAccept && (
          <Button variant="primary" busy={isPending} onClick={() => mutate({ params: { id, unsent_id } })}>
            {acceptTexts[kind]}
          </Button>
        )}
        <Button onClick={() => setIsDiscarding(true)}>Discard</Button>
      </div>
      {isDiscarding && <DiscardDialog delivery={delivery} action={action} onClose={() => setIsDiscarding(false)} />}
    </Card>
  )
}

interface DiscardProps {
  delivery: Delivery
  action: RefusedAction
  onClose: () => void
}

function DiscardDialog({ delivery: { id }, action: { unsent_id }, onClose }: DiscardProps) {
  const { mutateAsync } = useApiMutation(discardUnsent, {
    onSuccess: (changed) => {
      updateCachedDelivery(changed)
      toast.success('Record discarded')
    },
    onError: () => rereadDelivery(id),
  })
  const form = useForm(reasonForm(), {
    initial: { reason: '' },
    onSubmit: async (body) => {
      await mutateAsync({ params: { id, unsent_id }, body })
      onClose()
    },
  })
  return (
    <FormDialog title="Discard this record?" form={form} submit="Discard" busyText="Discarding..." onClose={onClose}>
      <p>The delivery stays as it is. Your reason is saved in its history.</p>
      <TextAreaField form={form} name="reason" label="Reason" />
    </FormDialog>
  )
}
