import { useMutation } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Delivery, type DeliveryRow, firstDeliveryUnconfirmed, signatureMissing } from '#shared/model/delivery.ts'
import type { Settings } from '#shared/model/settings.ts'
import { formatDollars } from '#shared/rules/money.ts'
import { missingOf } from '#shared/rules/proof-gaps.ts'
import { signatureQuality } from '#shared/rules/signature-quality.ts'
import { CallError } from '../../../lib/call-error.ts'
import { toast } from '../../../lib/toast.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/choice.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Form, FormAlert, KeptNote, TextAreaField } from '../../../ui/form.tsx'
import { GuardedButton } from '../../../ui/guarded-button.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { useAskToDiscard } from '../../../ui/use-ask-to-discard.ts'
import { keepDelivery, rereadDelivery } from '../delivery-cache.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import { completionFailure } from '../failure-text.ts'
import styles from './completion.module.css'
import type { CompletionDraft, completionDrafts } from './completion-drafts.ts'
import { type CheckedCompletion, completionBody, completionSchema, type Signature } from './completion-values.ts'
import { ConfirmStep } from './confirm-step.tsx'
import { PaymentField, PhotoIdFields, SignerFields, TrueOutcomeFields } from './door-fields.tsx'
import { doorNeeds } from './door-values.ts'
import { FirstDeliveryFields } from './first-delivery-fields.tsx'
import { PhotoField } from './photo-field.tsx'
import { recordedStrokes } from './recorded-strokes.ts'
import { sendCompletion } from './send-completion.ts'
import { SignaturePad, type SignaturePadHandle } from './signature-pad.tsx'
import type { Stroke } from './strokes.ts'
import { usePhoto } from './use-photo.ts'
import { WeakSignature } from './weak-signature.tsx'

const padIsEmpty = 'Please provide a signature first'
const draftPauseMs = 300

interface CompletionStepsProps {
  delivery: DeliveryRow & Partial<Delivery>
  /** Undefined where they could not be read: the server knows what is asked for. */
  settings: Settings | undefined
  isFirst: boolean
  draft: CompletionDraft
  wasRestored: boolean
  drafts: ReturnType<typeof completionDrafts>
  /** The server knows of no earlier delivery where this screen thought of one. */
  onFirst: () => void
  /** Called after a failed attempt: the server may have completed the delivery all the same. */
  onUnanswered: (isUnanswered: boolean) => void
  onClose: () => void
}

/** What the second step shows and sends. Every attempt sends the same, even if the first one has already succeeded. */
interface Confirming {
  checked: CheckedCompletion
  signature: Signature
  isFirst: boolean
}

export function CompletionSteps(props: CompletionStepsProps) {
  const { delivery, settings, isFirst, draft: opened, wasRestored, drafts, onFirst, onUnanswered, onClose } = props
  const [{ strokes, signedAt }, setInk] = useState({ strokes: opened.strokes, signedAt: opened.signedAt })
  const photoChoice = usePhoto(opened.photo)
  const { photo, isRewriting } = photoChoice
  const [confirming, setConfirming] = useState<Confirming>()
  const [isWeak, setIsWeak] = useState(false)
  const keepsWeak = useRef(false)
  const needs = doorNeeds(settings, { require_photo_id: delivery.require_photo_id, isFirst })
  const pad = useRef<SignaturePadHandle>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const askToDiscard = useAskToDiscard()

  const form = useForm(completionSchema(isFirst, needs), {
    initial: opened.values,
    onSubmit: async (checked) => {
      const recorded = recordedStrokes(strokes)
      if (!keepsWeak.current && signatureQuality(recorded) === 'weak') return setIsWeak(true)
      const signature = {
        image: pad.current?.image() ?? '',
        signedAt: signedAt || new Date().toISOString(),
        strokes: recorded,
      }
      setInk({ strokes, signedAt: signature.signedAt })
      setConfirming({ checked, signature, isFirst })
    },
  })

  const isEntered = wasRestored || form.dirty || strokes.length > 0 || photo !== null
  const [draft, setDraft] = useState(opened)
  if (draft.values !== form.values || draft.strokes !== strokes || draft.photo !== photo || draft.signedAt !== signedAt)
    setDraft({ ...draft, values: form.values, strokes, photo, signedAt })
  const typed = useDebounced(draft, draftPauseMs)
  // Who has signed is not asked to sign again: only what is typed waits for a pause.
  const settled = draft.strokes === typed.strokes && draft.photo === typed.photo ? typed : draft
  useEffect(() => {
    if (settled !== opened) void drafts.keep(settled)
  }, [settled, opened, drafts])

  const sending = useMutation({
    mutationFn: sendCompletion,
    networkMode: 'always',
    onSuccess: (completed) => {
      void drafts.drop()
      keepDelivery(completed)
      toast.success('Delivery completed successfully')
      onClose()
    },
    onError: (error) => {
      toast.error(completionFailure(error))
      if (!(error instanceof CallError)) return
      onUnanswered(error.isUnanswered)
      if (error.status === 409 || error.status === 404) rereadDelivery(delivery.id)
      if (error.problems.some(({ msg }) => msg === firstDeliveryUnconfirmed)) {
        onFirst()
        setConfirming(undefined)
      }
    },
  })

  /** Another signature is judged anew. */
  function sign(drawn: Stroke[]) {
    keepsWeak.current = false
    setIsWeak(false)
    setInk({ strokes: drawn, signedAt: '' })
  }

  // Enter in a field comes here as well, as a click of the form's button.
  function refuseEmptyPad(event: MouseEvent) {
    if (strokes.length > 0) return
    event.preventDefault()
    toast.error(padIsEmpty)
  }

  function confirm() {
    if (!confirming || sending.isPending) return
    const { checked, signature } = confirming
    if (!signature.image) {
      toast.error(signatureMissing)
      return
    }
    const data = completionBody(checked, signature, confirming.isFirst)
    sending.mutate({ delivery, data, photo, idempotencyKey: opened.idempotencyKey })
  }

  function back() {
    sending.reset()
    flushSync(() => setConfirming(undefined))
    heading.current?.focus()
  }

  async function close() {
    if (sending.isPending || (isEntered && !(await askToDiscard()))) return
    await drafts.drop()
    onClose()
  }

  const failure = sending.error ? completionFailure(sending.error) : undefined
  const copay = delivery.total_copay > 0 ? `Copay of this delivery: ${formatDollars(delivery.total_copay)}` : undefined
  return (
    <Dialog
      title={`${deliveryLabels.complete}: ${delivery.patient_name}`}
      onClose={() => void close()}
      size="wide"
      fullOnPhone
    >
      {confirming && (
        <ConfirmStep
          {...confirming}
          missing={missingAfter(delivery, confirming)}
          photo={photo}
          busy={sending.isPending}
          failure={failure}
          onBack={back}
          onConfirm={confirm}
        />
      )}
      {/* Stays under the second step: Back shows it as it was left. */}
      <div hidden={confirming !== undefined}>
        <Form form={form} label="Patient Signature">
          <h3 ref={heading} tabIndex={-1} className={styles.heading}>
            Patient Signature
          </h3>
          {wasRestored && <KeptNote />}
          <FormAlert>{!confirming && failure}</FormAlert>
          {needs.truth ? (
            <TrueOutcomeFields form={form} />
          ) : isFirst ? (
            <FirstDeliveryFields form={form} />
          ) : (
            <CheckField form={form} name="counseling_required" label={deliveryLabels.counselingRequired} />
          )}
          <SignaturePad ref={pad} strokes={strokes} onChange={sign} />
          <div>
            <GuardedButton
              size="small"
              whyNot={strokes.length === 0 ? 'There is no signature to clear' : undefined}
              onClick={() => sign([])}
            >
              Clear
            </GuardedButton>
          </div>
          {isWeak && (
            <WeakSignature
              onAgain={() => sign([])}
              onKeep={() => {
                keepsWeak.current = true
                setIsWeak(false)
                void form.submit()
              }}
            />
          )}
          <SignerFields form={form} isNeeded={needs.signer} />
          {delivery.require_photo_id && <PhotoIdFields form={form} />}
          <PhotoField {...photoChoice} />
          <MoneyField form={form} name="amount" label="Amount" hint={copay} className={styles.amount} optional />
          {Number(form.values.amount) > 0 && <PaymentField form={form} isNeeded={needs.payment} />}
          <TextAreaField form={form} name="delivery_notes" label="Delivery Notes" optional />
          <DialogActions>
            <Button onClick={() => void close()}>Cancel</Button>
            <Button
              type="submit"
              variant="primary"
              aria-disabled={strokes.length === 0}
              busy={isRewriting}
              onClick={refuseEmptyPad}
            >
              Save Signature
            </Button>
          </DialogActions>
        </Form>
      </div>
    </Dialog>
  )
}

/** What the proof will lack when the delivery is completed so; undefined while the delivery's prescriptions are not known. */
function missingAfter(delivery: Partial<Delivery>, { checked, signature }: Confirming) {
  const { rx_information, delivery_address = '' } = delivery
  return (
    rx_information &&
    missingOf({
      ...checked,
      ...{ rx_information, delivery_address, hasSignature: true, delivered_at: signature.signedAt },
      signature_quality: signatureQuality(signature.strokes),
    })
  )
}
