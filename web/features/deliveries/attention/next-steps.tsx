import { type ComponentType, useState } from 'react'
import { returnPackage, returnToStock, settleUnsent } from '#shared/api/attempts.ts'
import { updateDelivery } from '#shared/api/deliveries.ts'
import { answerDayRequest } from '#shared/api/recipient-updates.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { shortDay } from '#shared/rules/dates.ts'
import { type NextStep, nextStepLabels } from '#shared/rules/next-steps.ts'
import { formatPhone } from '#shared/rules/phone-number.ts'
import { errorDetail, withRefusalReason } from '../../../lib/api/call-error.ts'
import { useApiMutation } from '../../../lib/api/queries.ts'
import { toast } from '../../../lib/browser/toast.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { useToday } from '../../../lib/session/clock.ts'
import { useTimeRangeOptions } from '../../../lib/session/use-time-range-options.ts'
import { Button, ButtonLink, buttonClass } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Field } from '../../../ui/form.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { rereadDelivery, updateCachedDelivery } from '../delivery-cache.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import { BulkAssignDialog } from '../many/bulk-dialogs.tsx'
import { rescheduleSchema } from '../many/reschedule.ts'
import { useDriverOptions } from '../use-driver-options.ts'
import styles from './next-steps.module.css'

interface StepProps {
  row: DeliveryRow
  /** The name of the row, for the labels of its controls. */
  name: string
  variant: 'primary' | 'plain'
}

const notSaved = 'Failed to save'

const CallOutcome = lazyDialog(
  nextStepLabels.outcome,
  async () => (await import('../detail/call-back.tsx')).CallOutcomeDialog,
)

const steps: Record<NextStep, ComponentType<StepProps>> = {
  assign: Assign,
  bring_back: BringBack,
  move: Move,
  keep: Keep,
  reschedule: Reschedule,
  return_to_stock: ReturnToStock,
  confirm: Confirm,
  review: Review,
  settle: Settle,
  call: Call,
  outcome: Outcome,
}

interface NextStepsProps extends Omit<StepProps, 'variant'> {
  /** The steps, in the order in which they are shown. */
  offered: readonly NextStep[]
}

/** The buttons for the possible next steps of a delivery. The first one stands out. */
export function NextSteps({ row, name, offered }: NextStepsProps) {
  return (
    <div className={styles.steps}>
      {offered.map((step, i) => {
        const Step = steps[step]
        return <Step key={step} row={row} name={name} variant={i === 0 ? 'primary' : 'plain'} />
      })}
    </div>
  )
}

function Call({ row: { phone }, name, variant }: StepProps) {
  if (!phone) return null
  return (
    <PhoneLink
      phone={phone}
      className={buttonClass({ variant })}
      name={`${nextStepLabels.call} ${formatPhone(phone)}: ${name}`}
    >
      {nextStepLabels.call}
      <span className="small tabular">{formatPhone(phone)}</span>
    </PhoneLink>
  )
}

function Reschedule({ row, name, variant }: StepProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant={variant} aria-label={`${nextStepLabels.reschedule}: ${name}`} onClick={() => setIsOpen(true)}>
        {nextStepLabels.reschedule}
      </Button>
      {isOpen && <RescheduleDialog row={row} name={name} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function RescheduleDialog({ row, name, onClose }: Omit<StepProps, 'variant'> & { onClose: () => void }) {
  const { mutateAsync } = useApiMutation(updateDelivery, { onSuccess: updateCachedDelivery })
  const today = useToday()
  const form = useForm(rescheduleSchema(today), {
    initial: { delivery_date: today, time_range: row.time_range },
    onSubmit: async (body) => {
      await mutateAsync({ params: { id: row.id }, body, headers: { 'if-match': String(row.version) } })
      onClose()
    },
  })
  return (
    <FormDialog
      title={`${nextStepLabels.reschedule}: ${name}`}
      form={form}
      submit={nextStepLabels.reschedule}
      busyText="Saving..."
      onClose={onClose}
    >
      <Field form={form} name="delivery_date" label="Delivery Date" type="date" min={today} />
      <SelectField form={form} name="time_range" label="Time Range" options={useTimeRangeOptions(row.time_range)} />
    </FormDialog>
  )
}

function Assign(props: StepProps) {
  const { row } = props
  const { pharmacists } = useDriverOptions(true)
  const [isOpen, setIsOpen] = useState(false)
  const { mutate, isPending, error } = useApiMutation(updateDelivery, {
    onSuccess: (changed) => {
      updateCachedDelivery(changed)
      toast.success('Pharmacist assigned successfully')
    },
    onError: () => rereadDelivery(row.id),
  })
  const failure = error && withRefusalReason(deliveryLabels.assignFailed, error)
  return (
    <>
      <StepButton {...{ ...props, isPending, failure, step: 'assign' }} onClick={() => setIsOpen(true)} />
      {isOpen && (
        <BulkAssignDialog
          rows={[row]}
          pharmacists={pharmacists}
          onClose={() => setIsOpen(false)}
          onChange={(body) => {
            setIsOpen(false)
            mutate({ params: { id: row.id }, body, headers: { 'if-match': String(row.version) } })
          }}
        />
      )}
    </>
  )
}

/** Records the outcome of a call about counseling, where the call is made. */
function Outcome({ row, name }: StepProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button aria-label={`${nextStepLabels.outcome}: ${name}`} onClick={() => setIsOpen(true)}>
        {nextStepLabels.outcome}
      </Button>
      {isOpen && <CallOutcome row={row} name={name} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Links to the delivery's page, where a record from the door is accepted or discarded. */
function Review({ row, name, variant }: StepProps) {
  return (
    <ButtonLink
      variant={variant}
      to={`${paths.delivery(row.id)}#records`}
      aria-label={`${nextStepLabels.review}: ${name}`}
    >
      {nextStepLabels.review}
    </ButtonLink>
  )
}

/** Links to the driver's run, where a second person confirms the handover of the collected money with a count of their own. */
function Confirm({ row: { handover }, name, variant }: StepProps) {
  if (!handover) return null
  return (
    <ButtonLink
      variant={variant}
      to={paths.run(handover.date, handover.user_id)}
      aria-label={`${nextStepLabels.confirm}: ${name}`}
    >
      {nextStepLabels.confirm}
    </ButtonLink>
  )
}

interface StepButtonProps extends StepProps {
  step: NextStep
  /** A longer label, for steps whose own label is not clear enough. */
  label?: string
  isPending: boolean
  /** The message to show if the step failed. */
  failure: string | null | undefined
  onClick: () => void
}

function StepButton({
  step,
  label = nextStepLabels[step],
  name,
  variant,
  isPending,
  failure,
  onClick,
}: StepButtonProps) {
  return (
    <>
      <FormAlert>{failure}</FormAlert>
      <Button variant={variant} busy={isPending} aria-label={`${label}: ${name}`} onClick={onClick}>
        {label}
      </Button>
    </>
  )
}

/** Returns a request's parameters and headers: the delivery's id, and the version that the user saw. */
const aboutRow = ({ id, version }: DeliveryRow) => ({
  params: { id },
  headers: { 'if-match': String(version) },
})

function BringBack(props: StepProps) {
  const { row } = props
  const { mutate, isPending, error } = useApiMutation(returnPackage, {
    onSuccess: updateCachedDelivery,
    onError: () => rereadDelivery(row.id),
  })
  const failure = error && errorDetail(error, notSaved)
  return (
    <StepButton
      {...{ ...props, isPending, failure, step: 'bring_back' }}
      onClick={() => mutate({ ...aboutRow(row), body: {} })}
    />
  )
}

function Settle(props: StepProps) {
  const { row } = props
  const { mutate, isPending, error } = useApiMutation(settleUnsent, {
    onSuccess: updateCachedDelivery,
    onError: () => rereadDelivery(row.id),
  })
  const failure = error && errorDetail(error, notSaved)
  return <StepButton {...{ ...props, isPending, failure, step: 'settle' }} onClick={() => mutate(aboutRow(row))} />
}

/** Returns the state and the click handler of a button that accepts or declines the new day for which a recipient has asked. */
function useAnswer(row: DeliveryRow, answer: 'move' | 'keep') {
  const { mutate, isPending, error } = useApiMutation(answerDayRequest, {
    onSuccess: updateCachedDelivery,
    onError: () => rereadDelivery(row.id),
  })
  const failure = error && errorDetail(error, notSaved)
  return { isPending, failure, onClick: () => mutate({ ...aboutRow(row), body: { answer } }) }
}

function Move(props: StepProps) {
  const answer = useAnswer(props.row, 'move')
  const label = `${nextStepLabels.move} to ${shortDay(props.row.asked?.delivery_date ?? '')}`
  return <StepButton {...{ ...props, ...answer, step: 'move', label }} />
}

function Keep(props: StepProps) {
  const label = `${nextStepLabels.keep} ${shortDay(props.row.delivery_date)}`
  return <StepButton {...{ ...props, ...useAnswer(props.row, 'keep'), step: 'keep', label }} />
}

function ReturnToStock(props: StepProps) {
  const { row } = props
  const confirm = useConfirm()
  const { mutate, isPending, error } = useApiMutation(returnToStock, {
    onSuccess: (changed) => {
      updateCachedDelivery(changed)
      toast.success('Returned to stock')
    },
    onError: () => rereadDelivery(row.id),
  })
  async function ask() {
    const agreed = await confirm({
      title: `${nextStepLabels.return_to_stock}?`,
      text: `This cancels the delivery for ${row.patient_name} and returns its package to stock.`,
      confirm: nextStepLabels.return_to_stock,
      danger: true,
    })
    if (agreed) mutate(aboutRow(row))
  }
  const failure = error && errorDetail(error, notSaved)
  return <StepButton {...{ ...props, isPending, failure, step: 'return_to_stock' }} onClick={() => void ask()} />
}
