import { type MouseEvent, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { signatureMissingText } from '#shared/model/completion.ts'
import type { Settings } from '#shared/model/settings.ts'
import { signatureQuality } from '#shared/rules/signature-quality.ts'
import { toast } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { serverNow } from '../../lib/session/clock.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { useAskToDiscard } from '../../ui/use-ask-to-discard.ts'
import type { DeliveryAtDoor } from '../deliveries/delivery-events.ts'
import {
  type CompletionDraft,
  type completionDraftStore,
  isSigned,
} from '../deliveries/unsent/completion-draft-store.ts'
import { type CheckedCompletion, completionSchema } from '../deliveries/unsent/completion-values.ts'
import { needsPhotoId, requiredDoorAnswers } from '../deliveries/unsent/door-values.ts'
import type { PatientAtDoor } from '../deliveries/unsent/patient-values.ts'
import { usePhotoChoice } from '../photo/use-photo.ts'
import { patientKey, patientsOfPackages } from './door-packages.ts'
import { type CompletionState, doorReducer } from './door-state.ts'
import { recordedStrokes } from './recorded-strokes.ts'
import type { SignaturePadHandle } from './signature-pad.tsx'
import { useDraftKeeper } from './use-draft-keeper.ts'
import { type HandOverResult, useHandOver } from './use-hand-over.ts'
import { writtenSignatureImage } from './written-signature-image.ts'

export const padIsEmptyText = 'Please provide a signature first'
export const nothingTickedText = 'Select the packages you’re delivering'
const stillSending = 'Still sending. Stop sending to go back.'

export interface DoorCompletionOptions {
  /** The packages of this completion, all for one door. The first is the one for which the user opened the completion. */
  packages: readonly DeliveryAtDoor[]
  /** Whether the door is that of a facility, whose staff accept packages for all residents. */
  isFacility: boolean
  /** The organisation's settings; undefined if they could not be read. The server enforces their requirements in any case. */
  settings: Settings | undefined
  /** Returns whether this is a patient's first delivery, by the patient's key. */
  deliveryOf: (patient: string) => PatientAtDoor['delivery']
  draft: CompletionDraft
  wasRestored: boolean
  drafts: ReturnType<typeof completionDraftStore>
  /** Called with the packages that were left out, if there are any, once the other packages have been handed over. */
  onLeft: (packages: readonly DeliveryAtDoor[]) => void
  /**
   * Called with true when packages are sent. Called again if some were not accepted, with false only if the server has certainly
   * accepted none. While the value is true, the dialog stays open even if the delivery has changed.
   */
  onBegun: (isBegun: boolean) => void
  onClose: () => void
}

const newState = ({ draft }: DoorCompletionOptions): CompletionState => ({
  step: { name: 'signing' },
  strokes: draft.strokes,
  signedAt: draft.signedAt,
  left: draft.left,
  settled: draft.settled,
  isInkAccepted: draft.isConfirming,
  foundFirst: [],
  // If the page was reloaded in the second step, submit at once, so that the second step opens again.
  submits: draft.isConfirming && draft.isOpen ? 1 : 0,
})

/** Returns the packages that are handed over now, all patients of the door, and the answers that the settings require. */
function questionsOf(
  { packages, settings, deliveryOf }: DoorCompletionOptions,
  { left, settled, foundFirst }: CompletionState,
) {
  const here = packages.filter(({ id }) => !left.includes(id) && !(id in settled))
  const asksPhotoId = here.some(needsPhotoId)
  const patients = patientsOfPackages(packages).map(
    ([key, name]): PatientAtDoor => ({
      key,
      name,
      delivery: foundFirst.includes(key) ? 'first' : deliveryOf(key),
      isHere: here.some((delivery) => patientKey(delivery) === key),
    }),
  )
  return { here, asksPhotoId, patients, needs: requiredDoorAnswers(settings, asksPhotoId) }
}

/** Holds everything that the user enters in the first step, and stores it as a draft. */
function useEntry(opened: DoorCompletionOptions) {
  const { draft, wasRestored, drafts } = opened
  const [state, dispatch] = useReducer(doorReducer, opened, newState)
  const questions = questionsOf(opened, state)
  const photoChoice = usePhotoChoice(draft.photo)
  const pad = useRef<SignaturePadHandle>(null)
  const { step, strokes } = state

  const form = useForm(completionSchema(questions), {
    initial: draft.values,
    onSubmit: async (checked) => save(checked),
  })
  // A signature with another name or in another way is a new one, whose time is that of its own first save.
  const { signature_method, signer_name } = form.values
  const written = signature_method === 'drawn' ? '' : `${signature_method} ${signer_name}`
  const [lastWritten, setLastWritten] = useState(written)
  if (written !== lastWritten) {
    setLastWritten(written)
    dispatch({ type: 'written anew' })
  }
  const hasSigned = isSigned({ strokes, values: form.values })
  useEffect(() => {
    if (hasSigned) toast.dismiss(padIsEmptyText)
  }, [hasSigned])
  const isEntered = wasRestored || form.dirty || strokes.length > 0 || photoChoice.photo !== null
  const draftKeeper = useDraftKeeper({
    opened: draft,
    drafts,
    isEntered,
    entered: {
      values: form.values,
      strokes,
      signedAt: state.signedAt,
      photo: photoChoice.photo,
      isConfirming: step.name === 'confirming' || step.name === 'sending',
      left: state.left,
      settled: state.settled,
    },
  })

  /** Goes to the second step, or asks about ink that does not look like a signature and that the user has not confirmed. */
  function save(checked: CheckedCompletion) {
    const isDrawn = checked.signature_method === 'drawn'
    const recorded = recordedStrokes(strokes)
    if (isDrawn && !state.isInkAccepted && signatureQuality(recorded) === 'weak') return dispatch({ type: 'doubted' })
    const image = (isDrawn ? pad.current?.image() : writtenSignatureImage(form.values)) ?? ''
    const signedAt = state.signedAt || serverNow().toISOString()
    const clockCorrection = Math.round((serverNow().getTime() - Date.now()) / 1000)
    dispatch({
      type: 'saved',
      completion: {
        checked,
        signature: { image, signedAt, clockCorrection, strokes: recorded },
      },
    })
  }

  // Submit the form when `submits` was incremented: to return to the second step, to show which new questions are unanswered, or to
  // go on with the drawing that the user keeps.
  const submit = useEffectEvent(() => void form.submit())
  useEffect(() => {
    if (state.submits > 0) submit()
  }, [state.submits])

  return { state, dispatch, form, pad, photoChoice, hasSigned, isEntered, draftKeeper, ...questions }
}

/** Returns `confirm`, which sends the packages in the second step, and the state of that sending. */
function useConfirmation(opened: DoorCompletionOptions, entry: ReturnType<typeof useEntry>) {
  const { state, dispatch, photoChoice, here, patients } = entry
  const { user } = useSignedInSession()
  const handOver = useHandOver()

  async function confirm() {
    if (state.step.name !== 'confirming') return
    const { completion, isStale = false } = state.step
    if (!completion.signature.image) return void toast.error(signatureMissingText)
    opened.onBegun(true)
    dispatch({ type: 'sent' })
    const result = await handOver.send({
      completion,
      packages: here,
      keys: opened.draft.keys,
      photo: photoChoice.photo,
      userId: user.id,
      spent: Object.values(state.settled).reduce((sum, cents) => sum + cents, 0),
      isFirst: (key) => patients.some((patient) => patient.key === key && patient.delivery === 'first'),
      entered: { values: entry.form.values, strokes: state.strokes, signedAt: completion.signature.signedAt },
      isAnyway: isStale,
    })
    if (result.failures.length > 0) return goOn(result)
    await entry.draftKeeper.giveUp()
    if (result.isWaiting) toast.show('Saved on this phone')
    else toast.success('Delivery completed successfully')
    opened.onClose()
    const left = opened.packages.filter(({ id }) => state.left.includes(id))
    if (left.length > 0) opened.onLeft(left)
  }

  /** Shows why packages were not accepted. The signature is kept, so that the user can send these packages again. */
  function goOn({ settled, failures, foundFirst, isUnanswered, ...failed }: HandOverResult) {
    opened.onBegun(isUnanswered || Object.keys({ ...state.settled, ...settled }).length > 0)
    if (foundFirst.length > 0) dispatch({ type: 'found first', settled, failures, patients: foundFirst })
    else dispatch({ type: 'answered', settled, failures, ...failed })
  }
  return { handOver, confirm }
}

export type DoorCompletion = ReturnType<typeof useDoorCompletion>

/** Runs the completion at one door, from the first stroke to the server's response. `door-state.ts` describes its steps. */
export function useDoorCompletion(opened: DoorCompletionOptions) {
  const { packages, wasRestored, isFacility } = opened
  const entry = useEntry(opened)
  return { ...entry, ...useConfirmation(opened, entry), packages, wasRestored, isFacility }
}

/** Returns the handlers that leave the dialog or a step or refuse an incomplete form, and a ref for the first step's heading. */
export function useDoorExits(door: DoorCompletion, { onClose }: Pick<DoorCompletionOptions, 'onClose'>) {
  const { state, dispatch, draftKeeper, isEntered, form, hasSigned, pad, here } = door
  const heading = useRef<HTMLHeadingElement>(null)
  const askToDiscard = useAskToDiscard()
  const isSending = state.step.name === 'sending'

  function back() {
    if (isSending) return void toast.error(stillSending)
    flushSync(() => dispatch({ type: 'went back' }))
    heading.current?.focus()
  }
  function leave() {
    if (isSending) return void toast.error(stillSending)
    void draftKeeper.leave()
    onClose()
  }
  async function close() {
    if (isSending) return void toast.error(stillSending)
    if (isEntered && !(await askToDiscard())) return
    await draftKeeper.giveUp()
    onClose()
  }
  /**
   * Prevents the submission of a form without packages, or without ink if the signature is to be drawn. It handles clicks on the
   * submit button, because Enter in a field also clicks that button.
   */
  function refuseUnready(event: MouseEvent) {
    const hasInk = hasSigned || form.values.signature_method !== 'drawn'
    if (hasInk && here.length > 0) return
    event.preventDefault()
    if (here.length === 0) return dispatch({ type: 'saved without packages' })
    toast.error(padIsEmptyText, padIsEmptyText)
    dispatch({ type: 'saved without ink' })
    pad.current?.focus()
  }
  return { heading, back, leave, close, refuseUnready }
}

export type DoorExits = ReturnType<typeof useDoorExits>
