import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { firstDeliveryUnconfirmed, signatureMissing } from '#shared/model/completion.ts'
import type { Delivery, DeliveryRow } from '#shared/model/delivery.ts'
import type { RunDelivery } from '#shared/model/run.ts'
import type { Settings } from '#shared/model/settings.ts'
import { toCents, toDollars } from '#shared/rules/money.ts'
import { missingOf } from '#shared/rules/proof-gaps.ts'
import { signatureQuality } from '#shared/rules/signature-quality.ts'
import type { CallError } from '../../lib/api/call-error.ts'
import { toast } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useAskToDiscard } from '../../ui/use-ask-to-discard.ts'
import { keepDelivery } from '../deliveries/delivery-cache.ts'
import type { AtDoor } from '../deliveries/delivery-events.ts'
import { deliveryLabels } from '../deliveries/delivery-labels.ts'
import { type CompletionDraft, type completionDrafts, isSigned } from '../deliveries/unsent/completion-drafts.ts'
import { completionSchema } from '../deliveries/unsent/completion-values.ts'
import { doorNeeds, needsPhotoId } from '../deliveries/unsent/door-values.ts'
import { usePhoto } from '../photo/use-photo.ts'
import { Companions } from './companions.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import { recordedStrokes } from './recorded-strokes.ts'
import { SignStep } from './sign-step.tsx'
import type { SignaturePadHandle } from './signature-pad.tsx'
import { useKeptDraft } from './use-kept-draft.ts'
import { type Confirming, useSending } from './use-sending.ts'
import { writtenSignature } from './written-signature.ts'

const padIsEmpty = 'Please provide a signature first'
const stillSending = 'Still sending. Stop sending to go back.'

interface CompletionStepsProps {
  delivery: AtDoor
  /** Undefined where they could not be read: the server knows what is asked for. */
  settings: Settings | undefined
  isFirst: boolean
  draft: CompletionDraft
  wasRestored: boolean
  drafts: ReturnType<typeof completionDrafts>
  /** The other packages of the same door. */
  companions: readonly RunDelivery[]
  /** Receives the companions that were not handed over, once the others were. */
  onLeft: (packages: readonly RunDelivery[]) => void
  /** The server knows of no earlier delivery where this screen thought of one. */
  onFirst: () => void
  /** Called after a failed attempt: the server may have completed the delivery all the same. */
  onUnanswered: (isUnanswered: boolean) => void
  onClose: () => void
}

/** The copays of all that is handed over, in dollars. */
const sumOf = (all: readonly Pick<DeliveryRow, 'total_copay'>[]) =>
  toDollars(all.reduce((cents, { total_copay }) => cents + toCents(total_copay), 0))

type Due = Partial<Pick<RunDelivery, 'amount_due'> & Pick<Delivery, 'collect_copay'>> & Pick<DeliveryRow, 'total_copay'>

/** Dollars that are to be collected at this door; undefined where nothing is. */
function dueOf(all: readonly Due[]): number | undefined {
  const due = all.filter(({ collect_copay, amount_due = 0 }) => collect_copay || amount_due > 0)
  return due.length > 0 ? sumOf(due) : undefined
}

export function CompletionSteps(props: CompletionStepsProps) {
  const { delivery, settings, companions, isFirst, draft: opened, wasRestored, drafts } = props
  const { onLeft, onFirst, onUnanswered, onClose } = props
  const [{ strokes, signedAt }, setInk] = useState({ strokes: opened.strokes, signedAt: opened.signedAt })
  const photoChoice = usePhoto(opened.photo)
  const { photo } = photoChoice
  const [confirming, setConfirming] = useState<Confirming>()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(companions.map(({ id }) => id)))
  const together = companions.filter(({ id }) => ticked.has(id))
  const [padError, setPadError] = useState<string>()
  const [isFoundFirst, setIsFoundFirst] = useState(false)
  const [isWeak, setIsWeak] = useState(false)
  const keepsWeak = useRef(opened.isConfirming)
  const asksPhotoId = [delivery, ...together].some(needsPhotoId)
  const needs = doorNeeds(settings, { asksPhotoId, isFirst })
  const pad = useRef<SignaturePadHandle>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const askToDiscard = useAskToDiscard()

  const form = useForm(completionSchema(isFirst, needs), {
    initial: opened.values,
    onSubmit: async (checked) => {
      const isDrawn = checked.signature_method === 'drawn'
      const recorded = recordedStrokes(strokes)
      if (isDrawn && !keepsWeak.current && signatureQuality(recorded) === 'weak') return setIsWeak(true)
      const image = (isDrawn ? pad.current?.image() : writtenSignature(form.values)) ?? ''
      const signature = { image, signedAt: signedAt || new Date().toISOString(), strokes: recorded }
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
    companions: together,
    idempotencyKey: opened.idempotencyKey,
    onCompleted: (completed) => {
      void kept.giveUp()
      for (const one of completed) keepDelivery(one)
      toast.success('Delivery completed successfully')
      onClose()
      const left = companions.filter(({ id }) => !ticked.has(id))
      if (left.length > 0) onLeft(left)
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

  return (
    <Dialog
      title={`${deliveryLabels.complete}: ${delivery.patient_name}`}
      onClose={() => void close()}
      onBack={confirming ? back : leave}
      size="wide"
      fullOnPhone
    >
      {confirming && (
        <ConfirmStep
          {...confirming}
          missing={missingAfter(delivery, confirming)}
          photo={photo}
          toCollect={dueOf([delivery, ...together])}
          sending={sending}
          onBack={back}
          onConfirm={confirm}
          onLook={leave}
        />
      )}
      {/* Stays under the second step: Back shows it as it was left. */}
      <div hidden={confirming !== undefined}>
        <SignStep
          companions={<Companions packages={companions} ticked={ticked} onChange={setTicked} />}
          copay={sumOf([delivery, ...together])}
          {...{ delivery, form, isFirst, wasRestored, photoChoice, heading, strokes, hasSigned, pad, padError }}
          failure={confirming ? undefined : sending.failure}
          needs={needs}
          asksPhotoId={asksPhotoId}
          isWeak={isWeak}
          onKeepWeak={() => {
            keepsWeak.current = true
            setIsWeak(false)
            void form.submit()
          }}
          onInk={(drawn) => {
            setPadError(undefined)
            keepsWeak.current = false
            setIsWeak(false)
            setInk({ strokes: drawn, signedAt: '' })
          }}
          onSave={refuseEmptyPad}
          onCancel={() => void close()}
        />
      </div>
    </Dialog>
  )
}

/** What the proof will lack when the delivery is completed so; undefined while the delivery's prescriptions are not known. */
function missingAfter(delivery: Partial<Delivery>, { checked, signature }: Confirming) {
  const { rx_information, delivery_address = '' } = delivery
  const isDrawn = checked.signature_method === 'drawn'
  return (
    rx_information &&
    missingOf({
      ...checked,
      ...{ rx_information, delivery_address, hasSignature: true, delivered_at: signature.signedAt },
      signature_quality: isDrawn ? signatureQuality(signature.strokes) : 'good',
    })
  )
}
