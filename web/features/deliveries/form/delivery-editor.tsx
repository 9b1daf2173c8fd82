import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { readDelivery } from '#shared/api/deliveries.ts'
import { readPatient } from '#shared/api/patients.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { deliveryColumnNames } from '#shared/model/exchange-columns.ts'
import { formatDollars } from '#shared/rules/money.ts'
import { isEditableStatus } from '#shared/rules/transitions.ts'
import { useApiQuery } from '../../../lib/api/queries.ts'
import type { FormApi } from '../../../lib/forms/use-form.ts'
import { deliveryStatusLabel } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CheckboxField } from '../../../ui/choice.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { Form } from '../../../ui/form.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuEntryButton } from '../../../ui/menu-entry.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StaleNotice } from '../../../ui/stale-notice.tsx'
import { type LeaveGuardRef, useMayLeave } from '../../../ui/use-may-leave.ts'
import type { PatientPickerComponent } from '../../patients/picked-patient.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import styles from './delivery-form.module.css'
import { type CarriedOverValues, type DeliveryFormValues, totalsOfFormValues } from './delivery-form-values.ts'
import { DeliveryInformationFields } from './delivery-information-fields.tsx'
import { type NewDeliveryStart, newDeliveryStartForPatient, newDeliveryStartFromCopy } from './form-start.ts'
import { RxRows, SkuRows } from './goods-rows.tsx'
import { DirectoryNotice } from './patient-directory-changes.tsx'
import { type DeliveryFormOptions, type SaveIntent, useDeliveryForm } from './use-delivery-form.ts'
import { type FormChoices, startIdsIn, useFormChoices } from './use-form-data.ts'

interface EditorProps {
  PatientPicker: PatientPickerComponent
  onSaved: (delivery: Delivery) => void
  onCancel: () => void
  guard?: LeaveGuardRef
}

/**
 * The form for a new delivery. It appears once its options have been read and the reading of its initial values has ended, with or
 * without success.
 */
export function DeliveryCreator(props: EditorProps) {
  const { data, isMissing, retry } = useFormChoices()
  const [round, setRound] = useState<{ count: number; carried?: CarriedOverValues }>({ count: 0 })
  const box = useFirstFieldFocus(data !== undefined, round.count)
  const next = ({ delivery_date, time_range, pharmacist_id }: Delivery) =>
    setRound({ count: round.count + 1, carried: { delivery_date, time_range, pharmacist_id } })
  const start = useInitialFormValues()
  if (data && !start.isPending)
    return (
      <div ref={box}>
        <DeliveryForm
          key={round.count}
          data={data}
          start={round.count === 0 ? start.value : undefined}
          carried={round.carried}
          onNext={next}
          {...props}
        />
      </div>
    )
  if (isMissing) return <FailedState message={deliveryLabels.formDataFailed} onRetry={retry} />
  return <Skeleton label="Loading form..." />
}

/**
 * Makes a query read the delivery when the form opens. When the window gets the focus or the network returns, a delivery that was
 * read is not read again, because new data must not replace the open form.
 */
const readOnce: Parameters<typeof useApiQuery<typeof readDelivery>>[2] = {
  refetchOnMount: 'always',
  refetchOnWindowFocus: false,
  refetchOnReconnect: ({ state }) => state.data === undefined,
}

/** The form for an existing delivery. The delivery is always read from the server, because cached data may be stale. */
export function DeliveryEditor({ deliveryId, ...props }: EditorProps & { deliveryId: string }) {
  const { data, isMissing, retry } = useFormChoices()
  const read = useApiQuery(readDelivery, { params: { id: deliveryId } }, readOnce)
  async function reread() {
    const { data: newest, isError } = await read.refetch()
    return isError ? undefined : newest
  }
  if (read.error?.status === 404)
    return (
      <EmptyState title={deliveryLabels.notFound}>
        <p>{deliveryLabels.notFoundMore}</p>
        <Button onClick={props.onCancel}>Back</Button>
      </EmptyState>
    )
  if (isMissing) return <FailedState message={deliveryLabels.formDataFailed} onRetry={retry} />
  if (data && read.data && read.isFetchedAfterMount) {
    if (isEditableStatus(read.data.status))
      return <DeliveryForm delivery={read.data} data={data} onReread={reread} {...props} />
    return (
      <EmptyState title="This delivery can no longer be edited">
        <p>Its status is {deliveryStatusLabel(read.data.status)}.</p>
        <Button onClick={props.onCancel}>View details</Button>
      </EmptyState>
    )
  }
  if (read.isError) return <FailedState message={deliveryLabels.detailsFailed} onRetry={() => void read.refetch()} />
  return <Skeleton label="Loading form..." />
}

/**
 * Focuses the first field of a form once `isThere` is true, and again for each new `round`, unless the user is moving along the
 * page's tabs by keyboard. If the patient picker comes first but is still loading, it takes the focus itself. Returns the ref for
 * the element around the form.
 */
function useFirstFieldFocus(isThere: boolean, round: number): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each round, which is a new form
  useEffect(() => {
    const isOnTabs = document.activeElement?.matches('[role=tab]:focus-visible')
    const picker = box.current?.querySelector('[data-picker]')
    if (!isThere || isOnTabs || (picker && !picker.querySelector('input, button'))) return
    box.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [isThere, round])
  return box
}

/**
 * Returns the initial values for a new delivery. They are taken from the patient, or from the delivery to copy, whose id is in the
 * page's address. Only the address at the first render counts. `value` is undefined if the address has no such id, while the
 * record is being read, and if it cannot be read.
 */
function useInitialFormValues(): { value: NewDeliveryStart | undefined; isPending: boolean } {
  const [params] = useSearchParams()
  const [{ patientId, deliveryId }] = useState(() => startIdsIn(params))
  const patient = useApiQuery(readPatient, { params: { id: patientId } }, { enabled: patientId !== '', ...once })
  const delivery = useApiQuery(readDelivery, { params: { id: deliveryId } }, { enabled: deliveryId !== '', ...once })
  const isPending = patient.isLoading || delivery.isLoading
  if (delivery.data) return { value: newDeliveryStartFromCopy(delivery.data), isPending }
  return { value: patient.data && newDeliveryStartForPatient(patient.data), isPending }
}

const once = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const

interface DeliveryFormProps extends DeliveryFormOptions {
  data: FormChoices
  PatientPicker: PatientPickerComponent
  onCancel: () => void
  guard?: LeaveGuardRef
}

function DeliveryForm({ data, PatientPicker, onCancel, guard, ...options }: DeliveryFormProps) {
  const { delivery } = options
  const { form, patient, choosePatient, directory, notice, loadNewest, setIntent } = useDeliveryForm(options)
  const mayLeave = useMayLeave(form)
  useEffect(() => {
    if (!guard) return
    guard.current = mayLeave
    return () => {
      guard.current = undefined
    }
  })

  async function cancel() {
    if (await mayLeave()) onCancel()
  }

  return (
    <Form form={form} label={delivery ? 'Edit delivery' : 'New delivery'}>
      {notice && (
        <StaleNotice {...notice} failure={deliveryLabels.detailsNotRefreshed} onLoad={() => void loadNewest()} />
      )}
      <Card title="Patient Information">
        <div data-picker="">
          <PatientPicker
            selected={patient}
            error={form.errors.patient_id}
            disabled={form.busy}
            takesFocus={!delivery}
            onSelect={choosePatient}
          />
        </div>
        {directory.changes.length > 0 && (
          <DirectoryNotice changes={directory.changes} onUse={() => choosePatient(directory.use())} />
        )}
      </Card>
      <DeliveryInformationFields form={form} data={data} delivery={delivery} />
      <RxRows form={form} deliveryId={delivery?.id} />
      <SkuRows form={form} />
      <RequirementFields form={form} />
      <SaveButtons form={form} isNew={!delivery} onIntent={setIntent} onCancel={() => void cancel()} />
    </Form>
  )
}

/** The checkboxes for what is required at the door, and the totals of the values typed so far. */
function RequirementFields({ form }: { form: FormApi<DeliveryFormValues> }) {
  const totals = totalsOfFormValues(form.values)
  return (
    <>
      <Card title="Requirements & Totals">
        <div className={styles.checks}>
          <CheckboxField form={form} name="require_photo_id" label={deliveryColumnNames.require_photo_id} />
          <CheckboxField form={form} name="refrigerated" label={deliveryColumnNames.refrigerated} />
          <CheckboxField form={form} name="collect_copay" label={deliveryColumnNames.collect_copay} />
          <CheckboxField form={form} name="signature_required" label={deliveryColumnNames.signature_required} />
        </div>
        {totals.total_copay > 0 && form.values.collect_copay !== true && (
          <p className="muted small">The driver will not ask for the {formatDollars(totals.total_copay)}.</p>
        )}
        <dl className={styles.totals}>
          <dt>Total copay</dt>
          <dd>{formatDollars(totals.total_copay)}</dd>
          <dt>SKU total</dt>
          <dd>{formatDollars(totals.total_price)}</dd>
          <dt>Order total</dt>
          <dd>{formatDollars(totals.order_total)}</dd>
        </dl>
      </Card>
      <Card title="Required Forms">
        <div className={styles.checks}>
          <CheckboxField form={form} name="hipaa_form" label={deliveryColumnNames.hipaa_form} />
          <CheckboxField form={form} name="lien_form" label={deliveryColumnNames.lien_form} />
          <CheckboxField form={form} name="nf_aob_form" label={deliveryColumnNames.nf_aob_form} />
        </div>
      </Card>
    </>
  )
}

interface SaveButtonsProps {
  form: Pick<FormApi, 'busy' | 'submit'>
  isNew: boolean
  /** Called with how the user wants to save, before the form is submitted. */
  onIntent: (intent: SaveIntent) => void
  onCancel: () => void
}

/** The bar at the bottom of the form, with the buttons for saving and cancelling. */
function SaveButtons({ form, isNew, onIntent, onCancel }: SaveButtonsProps) {
  function submitAs(intent: SaveIntent) {
    onIntent(intent)
    void form.submit()
  }
  return (
    <div className={styles.foot}>
      <Button onClick={onCancel}>Cancel</Button>
      {isNew && (
        <Menu label="More" opensUpward buttonClassName={styles.more}>
          <MenuEntryButton onClick={() => submitAs('pending')}>Save as Pending</MenuEntryButton>
          <MenuEntryButton onClick={() => submitAs('next')}>Create and next</MenuEntryButton>
        </Menu>
      )}
      <Button
        type="submit"
        variant="primary"
        onClick={() => onIntent('planned')}
        busy={form.busy}
        busyText={isNew ? 'Creating delivery...' : 'Updating delivery...'}
      >
        {isNew ? 'Create Delivery' : 'Update Delivery'}
      </Button>
    </div>
  )
}
