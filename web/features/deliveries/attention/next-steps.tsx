import { type ComponentType, useState } from 'react'
import { returnPackage, returnToStock } from '#shared/api/attempts.ts'
import { updateDelivery } from '#shared/api/deliveries.ts'
import type { DeliveryRow } from '#shared/model/delivery.ts'
import { type NextStep, nextStepLabels } from '#shared/rules/next-steps.ts'
import { detailOf, withRefusal } from '../../../lib/api/call-error.ts'
import { useApiMutation } from '../../../lib/api/queries.ts'
import { toast } from '../../../lib/browser/toast.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { useToday } from '../../../lib/session/clock.ts'
import { Button, ButtonLink, buttonClass } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Field } from '../../../ui/form.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { keepDelivery, rereadDelivery } from '../delivery-cache.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import { AssignDialog } from '../many/bulk-dialogs.tsx'
import { rescheduleSchema, timeRangeOptions } from '../many/reschedule.ts'
import { usePharmacists } from '../use-pharmacists.ts'
import styles from './next-steps.module.css'

interface StepProps {
  row: DeliveryRow
  /** What the controls of the row call it. */
  name: string
  variant: 'primary' | 'plain'
}

const steps: Record<NextStep, ComponentType<StepProps>> = {
  assign: Assign,
  bring_back: BringBack,
  reschedule: Reschedule,
  return_to_stock: ReturnToStock,
  confirm: Confirm,
  call: Call,
}

interface NextStepsProps extends Omit<StepProps, 'variant'> {
  /** In the order in which they are offered. */
  offered: readonly NextStep[]
}

/** What can be done next about a delivery, the first step before the others. */
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
    <PhoneLink phone={phone} className={buttonClass({ variant })} name={`${nextStepLabels.call} ${phone}: ${name}`}>
      {nextStepLabels.call}
      <span className="small tabular">{phone}</span>
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
  const { mutateAsync } = useApiMutation(updateDelivery, { onSuccess: keepDelivery })
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
      <SelectField form={form} name="time_range" label="Time Range" options={timeRangeOptions} />
    </FormDialog>
  )
}

function Assign({ row, name, variant }: StepProps) {
  const { pharmacists } = usePharmacists(true)
  const [isOpen, setIsOpen] = useState(false)
  const { mutate, isPending, error } = useApiMutation(updateDelivery, {
    onSuccess: (changed) => {
      keepDelivery(changed)
      toast.success('Pharmacist assigned successfully')
    },
    onError: () => rereadDelivery(row.id),
  })
  return (
    <>
      <FormAlert>{error && withRefusal(deliveryLabels.assignFailed, error)}</FormAlert>
      <Button
        variant={variant}
        busy={isPending}
        aria-label={`${nextStepLabels.assign}: ${name}`}
        onClick={() => setIsOpen(true)}
      >
        {nextStepLabels.assign}
      </Button>
      {isOpen && (
        <AssignDialog
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

/** Leads to the run, where the second count is entered. */
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

function BringBack({ row, name, variant }: StepProps) {
  const { mutate, isPending, error } = useApiMutation(returnPackage, {
    onSuccess: keepDelivery,
    onError: () => rereadDelivery(row.id),
  })
  return (
    <>
      <FormAlert>{error && detailOf(error, 'Failed to save')}</FormAlert>
      <Button
        variant={variant}
        busy={isPending}
        aria-label={`${nextStepLabels.bring_back}: ${name}`}
        onClick={() =>
          mutate({
            params: { id: row.id },
            headers: { 'if-match': String(row.version), 'idempotency-key': crypto.randomUUID() },
            body: {},
          })
        }
      >
        {nextStepLabels.bring_back}
      </Button>
    </>
  )
}

function ReturnToStock({ row, name, variant }: StepProps) {
  const confirm = useConfirm()
  const { mutate, isPending, error } = useApiMutation(returnToStock, {
    onSuccess: (changed) => {
      keepDelivery(changed)
      toast.success('Returned to stock')
    },
    onError: () => rereadDelivery(row.id),
  })
  async function ask() {
    const agreed = await confirm({
      title: nextStepLabels.return_to_stock,
      text: `The delivery for ${row.patient_name} ends, and its package goes back to the shelf.`,
      confirm: nextStepLabels.return_to_stock,
      danger: true,
    })
    if (!agreed) return
    mutate({
      params: { id: row.id },
      headers: { 'if-match': String(row.version), 'idempotency-key': crypto.randomUUID() },
    })
  }
  return (
    <>
      <FormAlert>{error && detailOf(error, 'Failed to save')}</FormAlert>
      <Button
        variant={variant}
        busy={isPending}
        aria-label={`${nextStepLabels.return_to_stock}: ${name}`}
        onClick={() => void ask()}
      >
        {nextStepLabels.return_to_stock}
      </Button>
    </>
  )
}
