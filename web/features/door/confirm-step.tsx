import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import {
  choiceLabel,
  counselingOutcomeLabels,
  hipaaOutcomeLabels,
  photoIdCheckedLabel,
  photoIdKindLabels,
  signerRelationshipLabels,
} from '#shared/model/door-record.ts'
import { paymentLabels } from '#shared/model/payment.ts'
import { formatDollars } from '#shared/rules/money.ts'
import { proofGapsOf } from '#shared/rules/proof-gaps.ts'
import { signatureQuality } from '#shared/rules/signature-quality.ts'
import type { UploadProgress as Sent } from '../../lib/api/upload.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { StaticNotice } from '../../ui/form-alert.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { DeliveryAtDoor } from '../deliveries/delivery-events.ts'
import { deliveryLabels } from '../deliveries/delivery-labels.ts'
import type { CheckedCompletion } from '../deliveries/unsent/completion-values.ts'
import { signerFields } from '../deliveries/unsent/door-values.ts'
import type { PatientAtDoor } from '../deliveries/unsent/patient-values.ts'
import { PhotoPreview } from '../photo/photo-preview.tsx'
import { AuditBadge } from '../proof/audit-badge.tsx'
import styles from './completion.module.css'
import { dollarsDue, patientKey } from './door-packages.ts'
import type { CompletionToConfirm, DoorStep } from './door-state.ts'
import { FailureAlerts } from './failure-alerts.tsx'
import type { DoorCompletion, DoorExits } from './use-door.ts'

type PatientAnswers = CheckedCompletion['patients'][number]

interface ConfirmStepProps {
  door: DoorCompletion
  step: DoorStep & { name: 'confirming' | 'sending' }
  ways: DoorExits
}

/**
 * For this many milliseconds after the step appears, its buttons ignore presses, because the second tap of a double tap on the
 * first step's button may land on them.
 */
const guardMs = 700

/** Returns a function that makes the props of a button. A press on that button counts only if it begins after `guardMs`. */
function useGuard() {
  const [isReady, setIsReady] = useState(false)
  const isPressed = useRef(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsReady(true), guardMs)
    return () => clearTimeout(timer)
  }, [])
  return (handler: () => void) => ({
    'aria-disabled': !isReady || undefined,
    onPointerDown: () => {
      isPressed.current = isReady
    },
    onClick: ({ detail }: MouseEvent) => {
      // A click by keyboard, voice control or screen reader comes without a press of a pointer, and its `detail` is 0.
      const isMeant = detail === 0 || isPressed.current
      isPressed.current = false
      if (isReady && isMeant) handler()
    },
  })
}

const listed = (...parts: string[]) => parts.filter(Boolean).join(', ')

const outcomesOf = (answers: PatientAnswers) => {
  const { hipaa_form_outcome: outcome, hipaa_form_reason: reason } = answers
  return {
    hipaa: outcome && listed(choiceLabel(hipaaOutcomeLabels, outcome), outcome === 'given' ? '' : reason),
    counseling: choiceLabel(counselingOutcomeLabels, answers.counseling_outcome),
  }
}

/** Returns pairs of a label and the answer that was entered for one patient. An answer is '' if there is none. */
function patientFacts(checked: CheckedCompletion, { key, delivery }: PatientAtDoor): [string, string][] {
  const answers = checked.patients.find(({ patient }) => patient === key)
  const { signer_name, signer_relationship } = signerFields(checked, key)
  const { hipaa = '', counseling = '' } = answers ? outcomesOf(answers) : {}
  const isConfirmed = answers?.hipaa_form_received === 'yes' && answers.counseling_received === 'yes'
  return [
    ['Signed by', listed(signer_name ?? '', choiceLabel(signerRelationshipLabels, signer_relationship ?? ''))],
    ['HIPAA form', hipaa],
    ['Counseling', counseling],
    [deliveryLabels.firstTime, delivery !== 'later' && isConfirmed ? 'HIPAA form and counseling received' : ''],
  ]
}

/** Returns the facts of all patients. What is the same for all is said once; other facts begin with the patient's name. */
function factsOfAll(checked: CheckedCompletion, here: readonly PatientAtDoor[]): [string, string][] {
  const each = here.map((patient) => ({ name: patient.name, facts: patientFacts(checked, patient) }))
  const same = (label: string, text: string) =>
    each.every(({ facts }) => facts.some((fact) => fact[0] === label && fact[1] === text))
  const common = (each[0]?.facts ?? []).filter(([label, text]) => same(label, text))
  const own = each.flatMap(({ name, facts }) =>
    facts
      .filter(([label, text]) => !same(label, text))
      .map(([label, text]): [string, string] => [`${name}: ${label}`, text]),
  )
  return [...common, ...own]
}

/** Returns the answers about the patients, the photo ID and the counselling with their labels, without empty answers. */
function doorFacts({ patients }: DoorCompletion, checked: CheckedCompletion): [string, string][] {
  const here = patients.filter(({ isHere }) => isHere)
  const { photo_id_checked, photo_id_kind } = checked
  const isOnlyFirst = here.every(({ delivery }) => delivery === 'first')
  const facts: [string, string][] = [
    ...factsOfAll(checked, here),
    [photoIdCheckedLabel, photo_id_checked ? listed('Yes', choiceLabel(photoIdKindLabels, photo_id_kind)) : ''],
    [deliveryLabels.counselingRequired, isOnlyFirst ? '' : checked.counseling_required ? 'Yes' : 'No'],
  ]
  return facts.filter(([, text]) => text)
}

/** A notice if a sum is due and the collected sum differs from it. */
function Difference({ here, checked }: Pick<DoorCompletion, 'here'> & { checked: CheckedCompletion }) {
  const toCollect = dollarsDue(here)
  const amount = checked.amount || 0
  if (toCollect === undefined || amount === toCollect) return null
  return (
    <StaticNotice>
      <strong className="tabular">
        Collected {formatDollars(amount)} of {formatDollars(toCollect)}?
      </strong>
    </StaticNotice>
  )
}

/**
 * Returns the facts that the first package's proof of delivery will lack, or undefined if there is no package or its prescriptions
 * are not known.
 */
function missingAfter([delivery]: readonly DeliveryAtDoor[], { checked, signature }: CompletionToConfirm) {
  if (!delivery || !('rx_information' in delivery)) return undefined
  const { rx_information, delivery_address } = delivery
  const isDrawn = checked.signature_method === 'drawn'
  const gaps = proofGapsOf({
    ...signerFields(checked, patientKey(delivery)),
    rx_information,
    delivery_address,
    hasSignature: true,
    delivered_at: signature.signedAt,
    signature_quality: isDrawn ? signatureQuality(signature.strokes) : 'good',
  })
  // The driver cannot know when a prescription was filled. The pharmacy is asked for that at the counter.
  return gaps.filter((gap) => gap !== 'fill_date' && gap !== 'fill_number')
}

function Summary({ door, completion }: { door: DoorCompletion; completion: CompletionToConfirm }) {
  const { checked, signature } = completion
  const { photo } = door.photoChoice
  const amount = checked.amount || 0
  const missing = missingAfter(door.here, completion)
  return (
    <dl className={styles.summary}>
      <Fact label="Signature">
        <img className={styles.signature} src={signature.image} alt="The patient's signature" />
      </Fact>
      {doorFacts(door, checked).map(([label, text]) => (
        <Fact key={label} label={label}>
          {text}
        </Fact>
      ))}
      <Fact label="Photo">{photo ? <PhotoPreview photo={photo} /> : 'No photo'}</Fact>
      <Fact label="Amount">
        {listed(formatDollars(amount), amount > 0 ? choiceLabel(paymentLabels, checked.payment_method) : '')}
      </Fact>
      <Fact label="Delivery Notes">{checked.delivery_notes || 'No notes'}</Fact>
      {missing && (
        <Fact label="Proof of delivery">
          <AuditBadge missing={missing} />
        </Fact>
      )}
    </dl>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd className={styles.notes}>{children}</dd>
  </>
)

/**
 * Step 2: a summary of what will be sent, with a button that sends it. The other button returns to step 1, stops the sending or, if
 * the delivery has changed in the meantime, closes the dialog.
 */
export function ConfirmStep({ door, step, ways }: ConfirmStepProps) {
  const { handOver } = door
  const heading = useRef<HTMLHeadingElement>(null)
  const guarded = useGuard()
  const isSending = step.name === 'sending'
  const { isStale = false, hasServerFailed = false } = step.name === 'confirming' ? step : {}
  const send = isStale ? 'Complete anyway' : hasServerFailed ? 'Try again' : 'Confirm & Complete Delivery'

  // Focus the heading, so that a screen reader starts at the top of the step.
  useEffect(() => heading.current?.focus(), [])

  return (
    <section className={styles.step} aria-labelledby="confirm-step">
      <h3 id="confirm-step" ref={heading} tabIndex={-1} className={styles.heading}>
        Confirm Delivery Details
      </h3>
      <Difference here={door.here} checked={step.completion.checked} />
      <Summary door={door} completion={step.completion} />
      <FailureAlerts of={step.name === 'confirming' ? step.failures : undefined} />
      {handOver.progress && <HowFar {...handOver.progress} />}
      <DialogActions stacked>
        <Button
          variant="primary"
          busy={isSending}
          busyText="Completing delivery..."
          {...guarded(() => void door.confirm())}
        >
          {send}
        </Button>
        {isSending ? (
          <Button onClick={handOver.stop}>Stop sending</Button>
        ) : (
          <Button {...guarded(isStale ? ways.leave : ways.back)}>{isStale ? 'Review delivery' : 'Back to Edit'}</Button>
        )}
      </DialogActions>
    </section>
  )
}

const kilobytes = (bytes: number) => Math.ceil(bytes / 1000).toLocaleString('en-US')

function HowFar({ sent, total }: Sent) {
  const part = total > 0 ? sent / total : 0
  return (
    <ProgressBar
      label="Sending"
      value={part}
      text={`${Math.floor(part * 100)}% sent, ${kilobytes(total - sent)} KB left`}
    />
  )
}
