import { Fragment } from 'react'
import { notesLimit } from '#shared/model/fields.ts'
import { formatDollars } from '#shared/rules/money.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, CheckboxField } from '../../ui/choice.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Form, StoredValuesNote, TextAreaField } from '../../ui/form.tsx'
import { FormAlert, StaticNotice } from '../../ui/form-alert.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { uniqueRowNamer } from '../../ui/row-names.ts'
import { useScrollIntoView } from '../../ui/use-scroll-into-view.ts'
import type { DeliveryAtDoor } from '../deliveries/delivery-events.ts'
import { deliveryLabels } from '../deliveries/delivery-labels.ts'
import { namesInShort } from '../deliveries/delivery-text.ts'
import { NeedsBadges } from '../deliveries/marks/needs-badges.tsx'
import type { Stroke } from '../deliveries/unsent/strokes.ts'
import photoStyles from '../photo/photo.module.css'
import { PhotoField } from '../photo/photo-field.tsx'
import styles from './completion.module.css'
import { ConfirmStep } from './confirm-step.tsx'
import { PaymentMethodField, PhotoIdFields, SignerFields } from './door-fields.tsx'
import { dollarsDue, totalCopay } from './door-packages.ts'
import { FailureAlerts } from './failure-alerts.tsx'
import { FirstDeliveryFields } from './first-delivery-fields.tsx'
import { SameForAll } from './same-for-all.tsx'
import { padErrorId, SignatureField } from './signature-field.tsx'
import {
  type DoorCompletion,
  type DoorCompletionOptions,
  type DoorExits,
  nothingTickedText,
  padIsEmptyText,
  useDoorCompletion,
  useDoorExits,
} from './use-door.ts'

/** The two steps of a completion, in one dialog. */
export function CompletionSteps(opened: DoorCompletionOptions) {
  const door = useDoorCompletion(opened)
  const ways = useDoorExits(door, opened)
  const { step } = door.state
  const isSecond = step.name === 'confirming' || step.name === 'sending'
  const here = door.patients.filter(({ isHere }) => isHere)
  const names = (here.length > 0 ? here : door.patients).map(({ name }) => name)
  return (
    <Dialog
      title={`${deliveryLabels.complete}: ${namesInShort(names)}`}
      onClose={() => void ways.close()}
      onBack={isSecond ? ways.back : ways.leave}
      size="wide"
      fullOnPhone
    >
      {isSecond && <ConfirmStep door={door} step={step} ways={ways} />}
      {/* The first step stays mounted during the second one, so that Back shows the first step as it was left. */}
      <div hidden={isSecond}>
        <SignStep door={door} ways={ways} />
      </div>
    </Dialog>
  )
}

interface SignStepProps {
  door: DoorCompletion
  ways: DoorExits
}

/** Returns the needs of the package, if there is only one. */
function Needs({ packages: [delivery, ...others] }: Pick<DoorCompletion, 'packages'>) {
  if (!delivery || others.length > 0) return null
  return ('needs' in delivery || 'require_photo_id' in delivery) && <NeedsBadges delivery={delivery} />
}

/** The notes of all orders. */
function OrderNotes({ packages }: Pick<DoorCompletion, 'packages'>) {
  const noted = packages.filter((one) => 'order_notes' in one && one.order_notes)
  return (
    <>
      {noted.map((one) => (
        <StaticNotice key={one.id}>
          <strong>Order notes</strong>
          <p className={styles.notes}>{'order_notes' in one && one.order_notes}</p>
        </StaticNotice>
      ))}
    </>
  )
}

/**
 * The questions about first deliveries, patient by patient. The question whether counselling is required follows, unless this is
 * the first delivery for every patient who gets a package now.
 */
function Questions({ door: { form, patients, needs } }: Pick<SignStepProps, 'door'>) {
  const isOnlyFirst = patients.every(({ isHere, delivery }) => !isHere || delivery === 'first')
  const firstTime = patients.filter(({ isHere, delivery }) => isHere && delivery === 'first').map(({ key }) => key)
  return (
    <>
      {patients.map((patient) => (
        <Fragment key={patient.key}>
          <FirstDeliveryFields form={form} patient={patient} isNamed={patients.length > 1} isTruth={needs.truth} />
          {patient.key === firstTime[0] && (
            <SameForAll form={form} patients={firstTime} fields={firstDeliveryAnswers} label="Same for all" />
          )}
        </Fragment>
      ))}
      {!isOnlyFirst && (
        <CheckboxField form={form} name="counseling_required" label={deliveryLabels.counselingRequired} />
      )}
    </>
  )
}

const firstDeliveryAnswers = [
  'hipaa_form_received',
  'counseling_received',
  'hipaa_form_outcome',
  'hipaa_form_reason',
  'counseling_outcome',
] as const

function Amount({ door: { form, here, needs } }: Pick<SignStepProps, 'door'>) {
  const copay = totalCopay(here)
  const due = dollarsDue(here)
  const whose = here.length === 1 ? 'this delivery' : 'these deliveries'
  const hint =
    due !== undefined
      ? `Copay for ${whose}: ${formatDollars(due)}`
      : copay > 0
        ? `The copay of ${formatDollars(copay)} isn’t collected at the door.`
        : undefined
  return (
    <div className={photoStyles.group}>
      <div className={styles.amounts}>
        <MoneyField form={form} name="amount" label="Amount" hint={hint} className={styles.amount} optional />
        {due !== undefined && <Button onClick={() => form.set('amount', due)}>Collected {formatDollars(due)}</Button>}
      </div>
      {Number(form.values.amount) > 0 && <PaymentMethodField form={form} isNeeded={needs.payment} />}
    </div>
  )
}

/** Returns a character count, or undefined unless the text has more than 90 % of the allowed length. */
const countOf = ({ length }: string) =>
  length > notesLimit * 0.9 ? `${length} of ${notesLimit} characters` : undefined

function SignActions({ door, ways, hasPadError }: SignStepProps & { hasPadError: boolean }) {
  return (
    <DialogActions>
      <Button onClick={() => void ways.close()}>Cancel</Button>
      <Button
        type="submit"
        variant="primary"
        aria-disabled={!door.hasSigned}
        aria-describedby={hasPadError ? padErrorId : undefined}
        busy={door.photoChoice.isRewriting}
        onClick={ways.refuseUnready}
      >
        Save Signature
      </Button>
    </DialogActions>
  )
}

/** The first step of a completion: signature, photo, amount and the other questions. */
function SignStep({ door, ways }: SignStepProps) {
  const { state, dispatch, form, packages, patients, needs, photoChoice } = door
  const { step } = state
  const problem = step.name === 'signing' ? step.problem : undefined
  const ink = (strokes: Stroke[]) => dispatch({ type: 'inked', strokes })
  return (
    <Form form={form} label="Patient Signature" className={styles.signing}>
      <div className={styles.top}>
        <h3 ref={ways.heading} tabIndex={-1} className={styles.heading}>
          Patient Signature
        </h3>
        <Needs packages={packages} />
      </div>
      {door.wasRestored && <StoredValuesNote />}
      <FailureAlerts of={step.name === 'signing' ? step.failures : undefined} />
      <OrderNotes packages={packages} />
      <PackagesField
        packages={packages}
        left={state.left}
        settled={state.settled}
        problem={problem === 'nothing ticked' ? nothingTickedText : undefined}
        onTick={(id, isTicked) => dispatch({ type: 'ticked', id, isTicked })}
      />
      <Questions door={door} />
      <SignatureField
        form={form}
        strokes={state.strokes}
        onChange={ink}
        error={problem === 'no ink' ? padIsEmptyText : undefined}
        pad={door.pad}
      />
      {step.name === 'doubting' && (
        <WeakSignatureQuestion onAgain={() => ink([])} onKeep={() => dispatch({ type: 'weak ink accepted' })} />
      )}
      <SignerFields
        form={form}
        patients={patients.filter(({ isHere }) => isHere)}
        isFacility={door.isFacility}
        isNeeded={needs.signer}
      />
      {door.asksPhotoId && <PhotoIdFields form={form} />}
      <PhotoField {...photoChoice} />
      <Amount door={door} />
      <TextAreaField
        form={form}
        name="delivery_notes"
        label="Delivery Notes"
        hint={countOf(form.values.delivery_notes)}
        optional
      />
      <SignActions door={door} ways={ways} hasPadError={problem === 'no ink'} />
    </Form>
  )
}

interface WeakSignatureProps {
  onAgain: () => void
  onKeep: () => void
}

/** Asks whether to keep a drawing that does not look like a signature, or to sign again. */
const WeakSignatureQuestion = ({ onAgain, onKeep }: WeakSignatureProps) => (
  <>
    <FormAlert tone="notice">This doesn’t look like a signature. Please sign with your name.</FormAlert>
    <div className={photoStyles.choices}>
      <Button onClick={onAgain}>Sign again</Button>
      <Button onClick={onKeep}>Keep signature</Button>
    </div>
  </>
)

interface PackagesFieldProps {
  /**
   * The packages of this completion, also those that are unticked and those that have already been handed over. A completion that
   * was not opened from a run has only one.
   */
  packages: readonly DeliveryAtDoor[]
  left: readonly string[]
  settled: Readonly<Record<string, number>>
  problem: string | undefined
  onTick: (id: string, isTicked: boolean) => void
}

/** Lets the user tick the packages to hand over, if the completion has several. One signature covers all ticked packages. */
function PackagesField({ packages, left, settled, problem, onTick }: PackagesFieldProps) {
  const alert = useScrollIntoView(problem)
  if (packages.length === 1) return null
  const nameOf = uniqueRowNamer(packages, ({ patient_name }) => patient_name)
  return (
    <fieldset className={styles.packages}>
      <legend>Packages you’re delivering</legend>
      {packages.map((delivery) => (
        <div key={delivery.id} className={styles.package}>
          <Checkbox
            checked={!left.includes(delivery.id)}
            disabled={delivery.id in settled}
            onTick={(isTicked) => onTick(delivery.id, isTicked)}
          >
            {nameOf(delivery)}
          </Checkbox>
          {delivery.id in settled && <span className="muted small">Done</span>}
          {('needs' in delivery || 'require_photo_id' in delivery) && <NeedsBadges delivery={delivery} />}
        </div>
      ))}
      {problem && (
        <div ref={alert}>
          <FormAlert>{problem}</FormAlert>
        </div>
      )}
    </fieldset>
  )
}
