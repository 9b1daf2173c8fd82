import { useEffect, useRef, useState } from 'react'
import { createDelivery, updateDelivery } from '#shared/api/deliveries.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import type { PickedPatient } from '#shared/model/patient.ts'
import { nextPossibleTime } from '#shared/rules/delivery-days.ts'
import { CallError } from '../../../lib/api/call-error.ts'
import { useApiMutation } from '../../../lib/api/queries.ts'
import { toast } from '../../../lib/browser/toast.ts'
import { type FormDraft, useFormDraft } from '../../../lib/forms/form-drafts.ts'
import type { FormApi } from '../../../lib/forms/use-form.ts'
import { type EditedRecord, useRecordForm } from '../../../lib/forms/use-record-form.ts'
import { useOrganisationDateTime, useToday } from '../../../lib/session/clock.ts'
import { useSignedInSession } from '../../../lib/session/session.ts'
import { markDeliveryOutdated, updateCachedDelivery } from '../delivery-cache.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import { saveFailureText } from '../failure-text.ts'
import {
  type CarriedOverValues,
  type CheckedDelivery,
  type DeliveryFormValues,
  deliveryBody,
  deliveryFormSchema,
  formValuesOf,
  moveRefusalsToFormRows,
  type NewDeliveryDefaults,
  newDeliveryValues,
  newSkuRow,
  totalsOfFormValues,
} from './delivery-form-values.ts'
import type { NewDeliveryStart } from './form-start.ts'
import { type PatientRefresh, usePatientDirectoryChanges } from './patient-directory-changes.tsx'
import { patientOfDelivery, pickedPatientFromDraft } from './picked-patient.ts'

const creating = {
  done: deliveryLabels.created,
  failed: (reason: string) => `Failed to create delivery: ${reason}`,
}
const updating = {
  done: 'Delivery updated successfully',
  failed: (reason: string) => `Failed to update delivery: ${reason}`,
}

/** How the user saves: normally, as a pending delivery, or in order to enter another delivery next. */
export type SaveIntent = 'planned' | 'pending' | 'next'

export interface DeliveryFormOptions {
  /** The values that a new delivery takes over from the previous one. */
  carried?: CarriedOverValues | undefined
  /** The delivery to edit; undefined for a new delivery. */
  delivery?: Delivery
  /** The initial values of a new delivery. */
  start?: NewDeliveryStart | undefined
  /** Reads the edited delivery again. Resolves to undefined if that fails. */
  onReread?: () => Promise<Delivery | undefined>
  onSaved: (delivery: Delivery) => void
  /** Called instead of `onSaved` if the user wants to enter another delivery next. */
  onNext?: (delivery: Delivery) => void
}

/**
 * Returns the patient whom the form shows when it opens: that of the draft or, without a draft, of the delivery; null if there is
 * none. If the draft has the delivery's own patient, the details come from the delivery, because they are newer there.
 */
function openedPatient({ wasRestored, beside }: FormDraft, delivery: Delivery | undefined) {
  const stored = delivery ? patientOfDelivery(delivery) : null
  const restored = wasRestored ? pickedPatientFromDraft(beside) : stored
  return restored?.id === stored?.id ? stored : restored
}

/** Manages the form: its values, the chosen patient, saving, and what other users have changed since the form opened. */
export function useDeliveryForm({ delivery, start, carried, onReread, onSaved, onNext }: DeliveryFormOptions) {
  const texts = delivery ? updating : creating
  const today = useToday()
  const draft = useFormDraft('delivery', delivery?.id ?? start?.name)
  const [patient, setPatient] = useState(() => openedPatient(draft, delivery) ?? start?.patient ?? null)
  const save = useSaveDelivery(draft.idempotencyKey)
  const intent = useRef<SaveIntent>('planned')
  const directory = usePatientDirectoryChanges(delivery, patient)
  const defaultsFor = useNewDeliveryDefaults()
  const [usualAtOpening] = useState(() => defaultsFor())

  const { form, opened, notice, load } = useRecordForm(deliveryFormSchema(today, delivery?.delivery_date), {
    record: delivery,
    valuesOf: formValuesOf,
    read: async () => onReread?.(),
    initial: delivery
      ? formValuesOf(delivery)
      : {
          ...newDeliveryValues(defaultsFor(start?.patient, start?.values.time_range)),
          ...(start?.patient.language && { language: start.patient.language }),
          ...start?.values,
          ...carried,
        },
    draft,
    sample: { ...newDeliveryValues(), sku_information: [newSkuRow()] },
    beside: patient,
    failureText: (error) => texts.failed(saveFailureText(error)),
    save: async (checked, edited) => {
      try {
        const saved = await save(directory.sentWith(checked), edited, intent.current === 'pending')
        updateCachedDelivery(saved)
        if (delivery || intent.current === 'next') toast.success(texts.done)
        if (intent.current === 'next') onNext?.(saved)
        else onSaved(saved)
        return saved
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (edited && (error.status === 409 || error.status === 404)) markDeliveryOutdated(edited.record.id)
        throw moveRefusalsToFormRows(error, checked)
      }
    },
  })

  useCollectCopay(form)

  function choosePatient(chosen: PickedPatient | null) {
    setPatient(chosen)
    form.set('patient_id', chosen?.id ?? '')
    if (chosen && !delivery) startWith(chosen)
  }

  /** Sets what a new delivery for this patient starts with. A day that the user has chosen stays. */
  function startWith(chosen: PickedPatient) {
    const usual = defaultsFor(chosen)
    if (chosen.language) form.set('language', chosen.language)
    form.set('require_photo_id', usual.require_photo_id)
    if (!chosen.time_range) return
    form.set('time_range', usual.time_range)
    if (form.values.delivery_date === usualAtOpening.delivery_date) form.set('delivery_date', usual.delivery_date)
  }

  async function loadNewest() {
    const loaded = await load()
    if (loaded && patient?.id === opened?.patient_id) setPatient(patientOfDelivery(loaded))
  }

  function setIntent(chosen: SaveIntent) {
    intent.current = chosen
  }
  return { form, patient, choosePatient, directory, notice, loadNewest, setIntent }
}

/** Returns a function that says what a new delivery for a patient, or one whose patient is not chosen yet, starts with. */
function useNewDeliveryDefaults() {
  const { tenant } = useSignedInSession()
  const clock = useOrganisationDateTime()
  const { signature_required, require_photo_id } = tenant.new_delivery_defaults
  return (patient?: PickedPatient | null, timeRange = patient?.time_range): NewDeliveryDefaults => ({
    ...(nextPossibleTime(tenant, clock, timeRange) ?? { delivery_date: '', time_range: '' }),
    signature_required,
    require_photo_id: require_photo_id || patient?.require_photo_id === true,
  })
}

/** Selects `Collect copay` as soon as a copay is entered, unless someone has cleared it while there was a copay. */
function useCollectCopay(form: FormApi<DeliveryFormValues>) {
  const { collect_copay } = form.values
  const hasCopay = totalsOfFormValues(form.values).total_copay > 0
  const before = useRef({ hasCopay, collect_copay, isCleared: false })
  useEffect(() => {
    const { current } = before
    const isCleared =
      current.isCleared || (hasCopay && current.hasCopay && current.collect_copay === true && !collect_copay)
    const isEntered = hasCopay && !current.hasCopay
    before.current = { hasCopay, collect_copay, isCleared }
    if (isEntered && !isCleared && !collect_copay) form.set('collect_copay', true)
  }, [form, hasCopay, collect_copay])
}

/**
 * Returns a function that creates or updates the delivery. All attempts to create it from one opened form have the same idempotency
 * key, so that a repeat creates no second delivery.
 */
function useSaveDelivery(idempotencyKey: string) {
  const create = useApiMutation(createDelivery)
  const update = useApiMutation(updateDelivery)
  return (
    { refresh_patient, ...checked }: CheckedDelivery & PatientRefresh,
    edited: EditedRecord<Delivery> | undefined,
    isPending: boolean,
  ) => {
    const body = deliveryBody(checked)
    if (!edited) {
      const made = isPending ? { ...body, status: 'pending' as const } : body
      return create.mutateAsync({ body: made, headers: { 'idempotency-key': idempotencyKey } })
    }
    const { record, headers } = edited
    return update.mutateAsync({
      params: { id: record.id },
      body: { ...body, ...(refresh_patient && { refresh_patient }) },
      headers,
    })
  }
}
