import type { MouseEvent, RefObject } from 'react'
import type { Delivery, DeliveryRow } from '#shared/model/delivery.ts'
import { notesLimit } from '#shared/model/fields.ts'
import { formatDollars } from '#shared/rules/money.ts'
import type { FormApi } from '../../../lib/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/choice.tsx'
import { DialogActions } from '../../../ui/dialog.tsx'
import { Form, FormAlert, KeptNote, Notice, TextAreaField } from '../../../ui/form.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { deliveryLabels } from '../delivery-labels.ts'
import { Needs } from '../needs.tsx'
import styles from './completion.module.css'
import type { CompletionValues } from './completion-values.ts'
import { PaymentField, PhotoIdFields, SignerFields, TrueOutcomeFields } from './door-fields.tsx'
import type { DoorNeeds } from './door-values.ts'
import { FirstDeliveryFields } from './first-delivery-fields.tsx'
import { PhotoField } from './photo-field.tsx'
import { padErrorId, SignatureField } from './signature-field.tsx'
import type { SignaturePadHandle } from './signature-pad.tsx'
import type { Stroke } from './strokes.ts'
import type { PhotoChoice } from './use-photo.ts'
import { WeakSignature } from './weak-signature.tsx'

interface SignStepProps {
  delivery: DeliveryRow & Partial<Delivery>
  form: FormApi<CompletionValues>
  isFirst: boolean
  wasRestored: boolean
  photoChoice: PhotoChoice
  heading: RefObject<HTMLHeadingElement | null>
  strokes: Stroke[]
  hasSigned: boolean
  pad: RefObject<SignaturePadHandle | null>
  padError: string | undefined
  /** Why the last attempt failed. */
  failure: string | undefined
  needs: DoorNeeds
  /** The ink does not look like a signature. */
  isWeak: boolean
  onKeepWeak: () => void
  onInk: (strokes: Stroke[]) => void
  onSave: (event: MouseEvent) => void
  onCancel: () => void
}

/** What is known of the door before it is signed at. */
function Before({ delivery }: Pick<SignStepProps, 'delivery'>) {
  const { order_notes } = delivery
  return (
    <>
      {'require_photo_id' in delivery && <Needs delivery={{ ...noNeeds, ...delivery }} />}
      {order_notes && (
        <Notice>
          <strong>Notes of the order</strong>
          <p className={styles.notes}>{order_notes}</p>
        </Notice>
      )}
    </>
  )
}

const noNeeds = {
  require_photo_id: false,
  refrigerated: false,
  signature_required: false,
  collect_copay: false,
  hipaa_form: false,
  lien_form: false,
  nf_aob_form: false,
}

function Amount({ delivery, form }: Pick<SignStepProps, 'delivery' | 'form'>) {
  const { total_copay } = delivery
  const copay = total_copay > 0 ? `Copay of this delivery: ${formatDollars(total_copay)}` : undefined
  return (
    <div className={styles.group}>
      <MoneyField form={form} name="amount" label="Amount" hint={copay} className={styles.amount} optional />
      {total_copay > 0 && (
        <div>
          <Button size="small" onClick={() => form.set('amount', total_copay)}>
            Collected {formatDollars(total_copay)}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Told before the limit is reached. */
const countOf = ({ length }: string) =>
  length > notesLimit * 0.9 ? `${length} of ${notesLimit} characters` : undefined

/** Step 1: signature, photo, amount, and what else is asked. */
export function SignStep(props: SignStepProps) {
  const { delivery, form, isFirst, wasRestored, photoChoice, heading, hasSigned, failure } = props
  return (
    <Form form={form} label="Patient Signature">
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        Patient Signature
      </h3>
      {wasRestored && <KeptNote />}
      <FormAlert>{failure}</FormAlert>
      <Before delivery={delivery} />
      {props.needs.truth ? (
        <TrueOutcomeFields form={form} />
      ) : isFirst ? (
        <FirstDeliveryFields form={form} />
      ) : (
        <CheckField form={form} name="counseling_required" label={deliveryLabels.counselingRequired} />
      )}
      <SignatureField
        form={form}
        patientName={delivery.patient_name}
        strokes={props.strokes}
        onChange={props.onInk}
        error={props.padError}
        pad={props.pad}
      />
      {props.isWeak && <WeakSignature onAgain={() => props.onInk([])} onKeep={props.onKeepWeak} />}
      <SignerFields form={form} isNeeded={props.needs.signer} />
      {delivery.require_photo_id && <PhotoIdFields form={form} />}
      <PhotoField {...photoChoice} />
      <Amount delivery={delivery} form={form} />
      {Number(form.values.amount) > 0 && <PaymentField form={form} isNeeded={props.needs.payment} />}
      <TextAreaField
        form={form}
        name="delivery_notes"
        label="Delivery Notes"
        hint={countOf(form.values.delivery_notes)}
        optional
      />
      <DialogActions>
        <Button onClick={props.onCancel}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          aria-disabled={!hasSigned}
          aria-describedby={props.padError && padErrorId}
          busy={photoChoice.isRewriting}
          onClick={props.onSave}
        >
          Save Signature
        </Button>
      </DialogActions>
    </Form>
  )
}
