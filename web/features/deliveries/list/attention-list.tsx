import { useState } from 'react'
import { returnPackage, returnToStock } from '#shared/api/attempts.ts'
import { updateDelivery } from '#shared/api/deliveries.ts'
import type { AttentionReason, DeliveryRow } from '#shared/model/delivery.ts'
import { shortDay } from '#shared/rules/dates.ts'
import { detailOf } from '../../../lib/call-error.ts'
import { paths } from '../../../lib/paths.ts'
import { useApiMutation } from '../../../lib/queries.ts'
import { rowNames } from '../../../lib/row-names.ts'
import { toast } from '../../../lib/toast.ts'
import { useForm } from '../../../lib/use-form.ts'
import { useLive } from '../../../lib/use-live.ts'
import { useRefusals } from '../../../lib/use-refusals.ts'
import { useToday } from '../../../lib/use-today.ts'
import { StatusBadge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { Field, FormAlert } from '../../../ui/form.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Link } from '../../../ui/link.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { keepDelivery, rereadDelivery } from '../delivery-cache.ts'
import { DeliveryDay } from '../delivery-day.tsx'
import { deliveryLabels } from '../delivery-labels.ts'
import { streetLine, timeOf } from '../delivery-text.ts'
import { runLabels } from '../run/run-labels.ts'
import { usePharmacists } from '../use-pharmacists.ts'
import styles from './list.module.css'
import { PharmacistSelect } from './pharmacist-select.tsx'
import { asksForReschedule, rescheduleSchema, timeRangeOptions } from './reschedule.ts'
import { rereadAttention, useAttention } from './use-attention.ts'

const reasonTexts: Record<AttentionReason, (row: DeliveryRow) => string> = {
  return_over: () => deliveryLabels.pastReturn,
  not_back: () => 'Not back at the pharmacy',
  overdue: () => 'Overdue',
  failed: () => 'Failed',
  return_soon: ({ return_by }) => `Back to stock by ${shortDay(return_by ?? '')}`,
  unassigned: () => deliveryLabels.unassigned,
  call_back: () => 'Call back',
}

/** The list with its reasons in words, most urgent first, each with its next step. */
export function AttentionList() {
  const list = useAttention(true)
  useLive(rereadAttention)
  if (list.isPending) return <Skeleton label={deliveryLabels.listLoading} />
  if (!list.rows) return <Failed message={deliveryLabels.listFailed} onRetry={() => void list.refetch()} />
  if (list.rows.length === 0) return <Empty title="Nothing needs attention" />
  const nameOf = rowNames(list.rows, ({ patient_name }) => patient_name)
  return (
    <>
      <ul aria-label="Deliveries" className={styles.cards}>
        {list.rows.map((row) => (
          <li key={row.id}>
            <AttentionCard row={row} name={nameOf(row)} />
          </li>
        ))}
      </ul>
      <LoadMore pages={list} failure={deliveryLabels.listFailed} />
    </>
  )
}

interface Named {
  row: DeliveryRow
  /** What the controls of the row call it. */
  name: string
}

function AttentionCard({ row, name }: Named) {
  const reasons = row.attention ?? []
  return (
    <Card
      aside={
        <>
          <h2>
            <Link className={styles.patient} to={paths.delivery(row.id)} aria-label={name}>
              {row.patient_name}
            </Link>
          </h2>
          <StatusBadge status={row.status} />
        </>
      }
    >
      <p>
        <strong>{reasons.map((reason) => reasonTexts[reason](row)).join(' · ')}</strong>
      </p>
      <p className="small">
        {streetLine(row)}
        <br />
        <DeliveryDay date={row.delivery_date} />, {timeOf(row)}
        {row.pharmacist_name && ` · ${row.pharmacist_name}`}
      </p>
      <NextStep row={row} name={name} first={reasons[0]} />
    </Card>
  )
}

/** What the most urgent reason asks for, and what else may be meant. */
function NextStep({ row, name, first }: Named & { first: AttentionReason | undefined }) {
  const [isRescheduling, setIsRescheduling] = useState(false)
  const isNotBack = row.attention?.includes('not_back') ?? false
  const isFailed = row.status === 'failed'
  return (
    <>
      <div className={styles.nextSteps}>
        {row.phone && (
          <span className="small">
            Call <PhoneLink phone={row.phone} />
          </span>
        )}
        {isNotBack && <BringBack row={row} name={name} />}
        {asksForReschedule(row.status, first) && !isNotBack && (
          <Button variant="primary" aria-label={`Reschedule: ${name}`} onClick={() => setIsRescheduling(true)}>
            Reschedule
          </Button>
        )}
        {(first === 'return_over' || first === 'return_soon' || isFailed) &&
          row.status !== 'in_progress' &&
          !isNotBack && <ToStock row={row} name={name} />}
      </div>
      {row.status === 'unassigned' && <Assign row={row} name={name} />}
      {isRescheduling && <Reschedule row={row} name={name} onClose={() => setIsRescheduling(false)} />}
    </>
  )
}

function Assign({ row, name }: Named) {
  const { pharmacists } = usePharmacists(true)
  const refusals = useRefusals()
  return (
    <>
      <span className="small">Assign</span>
      <PharmacistSelect
        delivery={row}
        name={name}
        pharmacists={pharmacists}
        isAdmin
        opensUpward={false}
        refusals={refusals}
      />
      <FormAlert>{refusals.of(row.id)}</FormAlert>
    </>
  )
}

function BringBack({ row, name }: Named) {
  const { mutate, isPending, error } = useApiMutation(returnPackage, {
    onSuccess: keepDelivery,
    onError: () => rereadDelivery(row.id),
  })
  return (
    <>
      <FormAlert>{error && detailOf(error, 'Failed to save')}</FormAlert>
      <Button
        variant="primary"
        busy={isPending}
        aria-label={`${runLabels.backAtPharmacy}: ${name}`}
        onClick={() =>
          mutate({
            params: { id: row.id },
            headers: { 'if-match': String(row.version), 'idempotency-key': crypto.randomUUID() },
            body: {},
          })
        }
      >
        {runLabels.backAtPharmacy}
      </Button>
    </>
  )
}

function ToStock({ row, name }: Named) {
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
      title: 'Return to stock',
      text: `The delivery for ${row.patient_name} ends, and its package goes back to the shelf.`,
      confirm: 'Return to stock',
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
      <Button busy={isPending} aria-label={`Return to stock: ${name}`} onClick={() => void ask()}>
        Return to stock
      </Button>
    </>
  )
}

function Reschedule({ row, name, onClose }: Named & { onClose: () => void }) {
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
    <FormDialog title={`Reschedule: ${name}`} form={form} submit="Reschedule" busyText="Saving..." onClose={onClose}>
      <Field form={form} name="delivery_date" label="Delivery Date" type="date" min={today} />
      <SelectField form={form} name="time_range" label="Time Range" options={timeRangeOptions} />
    </FormDialog>
  )
}
