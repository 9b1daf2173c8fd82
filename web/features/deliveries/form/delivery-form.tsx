import { useEffect, useRef, useState } from 'react'
import { createDelivery, updateDelivery } from '#shared/api/deliveries.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { CallError } from '../../../lib/api/call-error.ts'
import { useApiMutation } from '../../../lib/api/queries.ts'
import { toast } from '../../../lib/browser/toast.ts'
import { type FormDraft, useFormDraft } from '../../../lib/forms/form-drafts.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { useNewestState } from '../../../lib/forms/use-newest-state.ts'
import { useToday } from '../../../lib/session/clock.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Form } from '../../../ui/form.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuButton } from '../../../ui/menu-entry.tsx'
import { StaleNotice } from '../../../ui/stale-notice.tsx'
import { type LeaveGuard, useMayLeave } from '../../../ui/use-may-leave.ts'
import type { PatientPickerComponent } from '../../patients/picked-patient.ts'
import { keepDelivery, outdateDelivery } from '../delivery-cache.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import { holderNamed } from '../delivery-text.ts'
import { saveFailure } from '../failure-text.ts'
import styles from './delivery-form.module.css'
import {
  bodyOf,
  type Carried,
  type CheckedDelivery,
  deliveryFormSchema,
  inFormRows,
  newDeliveryValues,
  newSkuRow,
  valuesOf,
} from './delivery-form-values.ts'
import { DeliveryInformation } from './delivery-information.tsx'
import { DirectoryNotice, type Refresh, useDirectory } from './directory.tsx'
import type { FormStart } from './form-start.ts'
import { RxRows, SkuRows } from './goods-rows.tsx'
import { patientOf, pickedFrom } from './picked-patient.ts'
import { Requirements } from './requirements.tsx'
import type { FormData } from './use-form-data.ts'

interface Texts {
  done: string
  failed: (reason: string) => string
  label: string
  button: string
  busy: string
}

const creating: Texts = {
  done: deliveryLabels.created,
  failed: (reason: string) => `Failed to create delivery: ${reason}`,
  label: 'New delivery',
  button: 'Create Delivery',
  busy: 'Creating delivery...',
}
const updating: Texts = {
  done: 'Delivery updated successfully',
  failed: (reason: string) => `Failed to update delivery: ${reason}`,
  label: 'Edit delivery',
  button: 'Update Delivery',
  busy: 'Updating delivery...',
}

interface DeliveryFormProps {
  /** What a new delivery takes over from the one before. */
  carried?: Carried | undefined
  /** The delivery to edit. Undefined for a new one. */
  delivery?: Delivery
  /** The initial values of a new delivery. */
  start?: FormStart | undefined
  data: FormData
  /** Reads the delivery to edit again; undefined if that failed. */
  onReread?: () => Promise<Delivery | undefined>
  PatientPicker: PatientPickerComponent
  onSaved: (delivery: Delivery) => void
  /** Called instead of `onSaved` if another delivery follows. */
  onNext?: (delivery: Delivery) => void
  onCancel: () => void
  guard?: LeaveGuard
}

/** Creates or updates the delivery. Every opening of the form is one request to the server, however often it has to be sent. */
function useSave(opened: Delivery | undefined, idempotencyKey: string) {
  const create = useApiMutation(createDelivery)
  const update = useApiMutation(updateDelivery)
  return ({ refresh_patient, ...checked }: CheckedDelivery & Refresh, isPending: boolean) => {
    const body = bodyOf(checked)
    if (!opened) {
      const made = isPending ? { ...body, status: 'pending' as const } : body
      return create.mutateAsync({ body: made, headers: { 'idempotency-key': idempotencyKey } })
    }
    const headers = { 'if-match': String(opened.version) }
    return update.mutateAsync({
      params: { id: opened.id },
      body: { ...body, ...(refresh_patient && { refresh_patient }) },
      headers,
    })
  }
}

const holderOf = ({ pharmacist_id, pharmacist_name }: Partial<Delivery> = {}) =>
  holderNamed(pharmacist_id ?? '', pharmacist_name)

/** The patient when the form opens. The draft counts only if another patient, or none, was chosen in it. */
function openedPatient({ wasKept, beside }: FormDraft, delivery: Delivery | undefined) {
  const stored = delivery ? patientOf(delivery) : null
  const kept = wasKept ? pickedFrom(beside) : stored
  return kept?.id === stored?.id ? stored : kept
}

export function DeliveryForm(props: DeliveryFormProps) {
  const { delivery, start, carried, data, PatientPicker, onReread, onSaved, onNext, onCancel, guard } = props
  const texts = delivery ? updating : creating
  const today = useToday()
  // An overdue delivery may keep its date when other fields are changed.
  const earliest = delivery && delivery.delivery_date < today ? delivery.delivery_date : today
  const draft = useFormDraft('delivery', delivery?.id ?? start?.name)
  const [patient, setPatient] = useState(() => openedPatient(draft, delivery) ?? start?.patient ?? null)
  const newest = useNewestState({ record: delivery, valuesOf, read: async () => onReread?.() })
  const save = useSave(newest.opened, draft.idempotencyKey)
  const wanted = useRef<'planned' | 'pending' | 'next'>('planned')
  const directory = useDirectory(delivery, patient)

  const form = useForm(deliveryFormSchema(today, delivery?.delivery_date), {
    initial: delivery ? valuesOf(delivery) : { ...(start?.values ?? newDeliveryValues()), ...carried },
    draft,
    sample: { ...newDeliveryValues(), sku_information: [newSkuRow()] },
    beside: patient,
    failureText: (error) => texts.failed(saveFailure(error)),
    onSubmit: async (checked) => {
      try {
        const saved = await save(directory.sentWith(checked), wanted.current === 'pending')
        keepDelivery(saved)
        if (delivery || wanted.current === 'next') toast.success(texts.done)
        if (wanted.current === 'next') onNext?.(saved)
        else onSaved(saved)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (delivery && (error.status === 409 || error.status === 404)) {
          newest.setStale()
          outdateDelivery(delivery.id)
        }
        throw inFormRows(error, checked)
      }
    },
  })
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

  async function loadNewest() {
    const loaded = await newest.load(form)
    if (loaded && patient?.id === newest.opened?.patient_id) setPatient(patientOf(loaded))
  }

  return (
    <Form form={form} label={texts.label}>
      {newest.notice && (
        <StaleNotice {...newest.notice} failure={deliveryLabels.detailsNotRefreshed} onLoad={() => void loadNewest()} />
      )}
      <DeliveryInformation form={form} data={data} earliest={earliest} holder={holderOf(delivery)} />
      <Card title="Patient Information">
        <PatientPicker
          selected={patient}
          error={form.errors.patient_id}
          disabled={form.busy}
          onSelect={(picked) => {
            setPatient(picked)
            form.set('patient_id', picked?.id ?? '')
          }}
        />
        {directory.differs && (
          <DirectoryNotice
            onUse={() => {
              setPatient(directory.use())
              form.set('patient_id', patient?.id ?? '')
            }}
          />
        )}
      </Card>
      <RxRows form={form} deliveryId={delivery?.id} />
      <SkuRows form={form} />
      <Requirements form={form} />
      <div className={styles.foot}>
        <Button onClick={() => void cancel()}>Cancel</Button>
        {!delivery && (
          <Menu label="More" opensUpward buttonClassName={styles.more}>
            <MenuButton
              onClick={() => {
                wanted.current = 'pending'
                void form.submit()
              }}
            >
              Save as Pending
            </MenuButton>
            <MenuButton
              onClick={() => {
                wanted.current = 'next'
                void form.submit()
              }}
            >
              Create and next
            </MenuButton>
          </Menu>
        )}
        <Button
          type="submit"
          variant="primary"
          onClick={() => {
            wanted.current = 'planned'
          }}
          busy={form.busy}
          busyText={texts.busy}
        >
          {texts.button}
        </Button>
      </div>
    </Form>
  )
}
