import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Delivery, type DeliveryRow, firstDeliveryUnconfirmed, signatureMissing } from '#shared/model/delivery.ts'
import type { CallError } from '../../../lib/call-error.ts'
import { toast } from '../../../lib/toast.ts'
import { useBackLayer } from '../../../lib/use-back-layer.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useAskToDiscard } from '../../../ui/use-ask-to-discard.ts'
import { keepDelivery } from '../delivery-cache.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import { type CompletionDraft, type completionDrafts, isSigned } from './completion-drafts.ts'
import { completionSchema } from './completion-values.ts'
import { ConfirmStep } from './confirm-step.tsx'
import { SignStep } from './sign-step.tsx'
import type { SignaturePadHandle } from './signature-pad.tsx'
import { useKeptDraft } from './use-kept-draft.ts'
import { usePhoto } from './use-photo.ts'
import { type Confirming, useSending } from './use-sending.ts'
import { writtenSignature } from './written-signature.ts'

const padIsEmpty = 'Please provide a signature first'
const stillSending = 'Still sending. Stop sending to go back.'

interface CompletionStepsProps {
  delivery: DeliveryRow & Partial<Delivery>
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

export function CompletionSteps(props: CompletionStepsProps) {
  const { delivery, isFirst, draft: opened, wasRestored, drafts, onFirst, onUnanswered, onClose } = props
  const [{ strokes, signedAt }, setInk] = useState({ strokes: opened.strokes, signedAt: opened.signedAt })
  const photoChoice = usePhoto(opened.photo)
  const { photo } = photoChoice
  const [confirming, setConfirming] = useState<Confirming>()
  const [padError, setPadError] = useState<string>()
  const [isFoundFirst, setIsFoundFirst] = useState(false)
  const pad = useRef<SignaturePadHandle>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const askToDiscard = useAskToDiscard()

  const form = useForm(completionSchema(isFirst), {
    initial: opened.values,
    onSubmit: async (checked) => {
      const isDrawn = checked.signature_method === 'drawn'
      const image = (isDrawn ? pad.current?.image() : writtenSignature(form.values)) ?? ''
      const signature = { image, signedAt: signedAt || new Date().toISOString() }
      setInk({ strokes, signedAt: signature.signedAt })
      setConfirming({ checked, signature, isFirst })
    },
  })
  const hasSigned = isSigned({ strokes, values: form.values })
  const isEntered = wasRestored || form.dirty || strokes.length > 0 || photo !== null
  const kept = useKeptDraft({
    opened,
    drafts,
    entered: { values: form.values, strokes, signedAt, photo, isConfirming: confirming !== undefined },
    isEntered,
  })

  function refused(error: CallError) {
    onUnanswered(error.isUnanswered)
    if (!error.problems.some(({ msg }) => msg === firstDeliveryUnconfirmed)) return
    onFirst()
    setIsFoundFirst(true)
    setConfirming(undefined)
  }
  const sending = useSending({
    delivery,
    idempotencyKey: opened.idempotencyKey,
    onCompleted: (completed) => {
      void kept.giveUp()
      keepDelivery(completed)
      toast.success('Delivery completed successfully')
      onClose()
    },
    onRefused: refused,
  })

  // The page was reloaded, or killed, in the second step: it is there again.
  const resume = useEffectEvent(() => {
    if (opened.isConfirming && opened.isOpen) void form.submit()
  })
  useEffect(() => resume(), [])
  // Marks the questions that have come as not answered, and gives the first one the focus.
  const askFirst = useEffectEvent(() => void form.submit())
  useEffect(() => {
    if (isFoundFirst) askFirst()
  }, [isFoundFirst])

  // Enter in a field comes here as well, as a click of the form's button.
  function refuseEmptyPad(event: MouseEvent) {
    if (hasSigned || form.values.signature_method !== 'drawn') return
    event.preventDefault()
    toast.error(padIsEmpty)
    setPadError(padIsEmpty)
    pad.current?.focus()
  }

  function confirm() {
    if (!confirming) return
    if (!confirming.signature.image) toast.error(signatureMissing)
    else sending.send({ ...confirming, photo, isAnyway: sending.isStale })
  }

  function back() {
    if (sending.isPending) return void toast.error(stillSending)
    sending.reset()
    flushSync(() => setConfirming(undefined))
    heading.current?.focus()
  }

  function leave() {
    if (sending.isPending) return void toast.error(stillSending)
    void kept.leave()
    onClose()
  }

  async function close() {
    if (sending.isPending) return void toast.error(stillSending)
    if (isEntered && !(await askToDiscard())) return
    await kept.giveUp()
    onClose()
  }

  useBackLayer(leave)
  useBackLayer(back, confirming !== undefined)

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
          photo={photo}
          toCollect={delivery.collect_copay ? delivery.total_copay : undefined}
          sending={sending}
          onBack={back}
          onConfirm={confirm}
          onLook={leave}
        />
      )}
      {/* Stays under the second step: Back shows it as it was left. */}
      <div hidden={confirming !== undefined}>
        <SignStep
          {...{ delivery, form, isFirst, wasRestored, photoChoice, heading, strokes, hasSigned, pad, padError }}
          failure={confirming ? undefined : sending.failure}
          onInk={(drawn) => {
            setPadError(undefined)
            setInk({ strokes: drawn, signedAt: '' })
          }}
          onSave={refuseEmptyPad}
          onCancel={() => void close()}
        />
      </div>
    </Dialog>
  )
}
