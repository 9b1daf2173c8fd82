import type { MouseEvent, ReactNode, RefObject } from 'react'
import { notesLimit } from '#shared/model/fields.ts'
import { formatDollars } from '#shared/rules/money.ts'
import type { FormApi } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/choice.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { Form, KeptNote, TextAreaField } from '../../ui/form.tsx'
import { FormAlert, Notice } from '../../ui/form-alert.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import type { AtDoor } from '../deliveries/delivery-events.ts'
import { deliveryLabels } from '../deliveries/delivery-labels.ts'
import { Needs } from '../deliveries/marks/needs.tsx'
import type { CompletionValues } from '../deliveries/unsent/completion-values.ts'
import type { DoorNeeds } from '../deliveries/unsent/door-values.ts'
import type { Stroke } from '../deliveries/unsent/strokes.ts'
import photoStyles from '../photo/photo.module.css'
import { PhotoField } from '../photo/photo-field.tsx'
import type { PhotoChoice } from '../photo/use-photo.ts'
import styles from './completion.module.css'
import { PaymentField, PhotoIdFields, SignerFields, TrueOutcomeFields } from './door-fields.tsx'
import { FirstDeliveryFields } from './first-delivery-fields.tsx'
import { padErrorId, SignatureField } from './signature-field.tsx'
import type { SignaturePadHandle } from './signature-pad.tsx'
import { WeakSignature } from './weak-signature.tsx'

interface SignStepProps {
  delivery: AtDoor
  form: FormApi<CompletionValues>
  /** The other packages of the same door, to be ticked. */
  companions: ReactNode
  /** The copays of all that is ticked, in dollars. */
  copay: number
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
  /** Something that is handed over needs a photo ID. */
  asksPhotoId: boolean
  /** The ink does not look like a signature. */
  isWeak: boolean
  onKeepWeak: () => void
  onInk: (strokes: Stroke[]) => void
  onSave: (event: MouseEvent) => void
  onCancel: () => void
}

/** What is known of the door before it is signed at. */
function Before({ delivery }: Pick<SignStepProps, 'delivery'>) {
  const orderNotes = 'order_notes' in delivery && delivery.order_notes
  return (
    <>
      {('needs' in delivery || 'require_photo_id' in delivery) && <Needs delivery={delivery} />}
      {orderNotes && (
        <Notice>
          <strong>Notes of the order</strong>
          <p className={styles.notes}>{orderNotes}</p>
        </Notice>
      )}
    </>
  )
}

interface AmountProps extends Pick<SignStepProps, 'delivery' | 'copay' | 'form'> {
  isMethodNeeded: boolean
}

function Amount({ delivery, copay, form, isMethodNeeded }: AmountProps) {
  const whose = copay === delivery.total_copay ? 'this delivery' : 'these deliveries'
  const hint = copay > 0 ? `Copay of ${whose}: ${formatDollars(copay)}` : undefined
  return (
    <div className={photoStyles.group}>
      <MoneyField form={form} name="amount" label="Amount" hint={hint} className={styles.amount} optional />
      {copay > 0 && (
        <div>
          <Button size="small" onClick={() => form.set('amount', copay)}>
            Collected {formatDollars(copay)}
          </Button>
        </div>
      )}
      {Number(form.values.amount) > 0 && <PaymentField form={form} isNeeded={isMethodNeeded} />}
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
      {props.asksPhotoId && <PhotoIdFields form={form} />}
      <PhotoField {...photoChoice} />
      {props.companions}
      <Amount {...{ delivery, form }} copay={props.copay} isMethodNeeded={props.needs.payment} />
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
