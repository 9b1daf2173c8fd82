import { listDeliveries } from '#shared/api/deliveries.ts'
import { createPatient, readPatient, updatePatient } from '#shared/api/patients.ts'
import { changeDeliveries } from '#shared/api/search-and-day.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { type PatientFields as Fields, type Patient, patientFields } from '#shared/model/patient.ts'
import { addressKey } from '#shared/rules/stops.ts'
import { isEditableStatus } from '#shared/rules/transitions.ts'
import { call } from '../../lib/api/call.ts'
import { CallError, errorDetail } from '../../lib/api/call-error.ts'
import { invalidate, useApiMutation } from '../../lib/api/queries.ts'
import { toast } from '../../lib/browser/toast.ts'
import { useFormDraft } from '../../lib/forms/form-drafts.ts'
import { type EditedRecord, useRecordForm } from '../../lib/forms/use-record-form.ts'
import { useToday } from '../../lib/session/clock.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { StaleNotice } from '../../ui/stale-notice.tsx'
import { rereadPatients, updateCachedPatient } from './patient-cache.ts'
import { patientFailureTexts } from './patient-failures.ts'
import { initialPatientFields, PatientFields } from './patient-fields.tsx'
import { patientLabels } from './patient-labels.ts'

/** Returns a function that creates or updates the patient and resolves to the text of the confirmation and to the patient. */
function useSave(idempotencyKey: string) {
  const create = useApiMutation(createPatient)
  const update = useApiMutation(updatePatient)
  return async (body: Fields, edited: EditedRecord<Patient> | undefined) => {
    if (!edited) {
      const saved = await create.mutateAsync({ body, headers: { 'idempotency-key': idempotencyKey } })
      rereadPatients()
      return { text: 'Patient created successfully', saved }
    }
    const { record, headers } = edited
    const saved = await update.mutateAsync({ params: { id: record.id }, body, headers })
    updateCachedPatient(saved)
    return { text: 'Patient updated successfully', saved }
  }
}

interface PatientDialogProps {
  /** The patient to edit; undefined for a new patient. */
  patient: Patient | undefined
  onClose: () => void
}

/** The dialog in which users add a patient to the directory or edit one. */
export function PatientDialog({ patient, onClose }: PatientDialogProps) {
  const draft = useFormDraft('patient', patient?.id)
  const save = useSave(draft.idempotencyKey)
  const askIfMoved = useMovedPatientQuestion()
  const title = patient ? 'Edit Patient' : patientLabels.add
  const { form, notice, load } = useRecordForm(patientFields(), {
    record: patient,
    valuesOf: initialPatientFields,
    read: async () => patient && (await call(readPatient, { params: { id: patient.id } })).body,
    draft,
    initial: initialPatientFields(patient),
    failureText: (error) => errorDetail(error, patientFailureTexts.save),
    save: async (fields, edited) => {
      try {
        const { text, saved } = await save(fields, edited)
        toast.success(text)
        onClose()
        if (edited) void askIfMoved(edited.record, saved)
        return saved
      } catch (error) {
        // Refresh the list, so that the current data is visible beside what was typed here.
        if (error instanceof CallError && (error.status === 409 || error.status === 404)) rereadPatients()
        throw error
      }
    },
  })

  return (
    <FormDialog
      title={title}
      form={form}
      submit={patient ? 'Update Patient' : 'Create Patient'}
      busyText={patient ? 'Updating patient...' : 'Creating patient...'}
      onClose={onClose}
    >
      {notice && <StaleNotice {...notice} failure={patientFailureTexts.load} onLoad={() => void load()} />}
      <PatientFields form={form} />
    </FormDialog>
  )
}

type Address = Pick<DeliveryRow, 'delivery_address' | 'apt_suite_building' | 'city' | 'state' | 'zip_code'>

const addressOf = ({ address, ...patient }: Patient): Address => ({ ...patient, delivery_address: address })

const addressText = ({ delivery_address, apt_suite_building, city, state, zip_code }: Address) =>
  [delivery_address, apt_suite_building, city, `${state} ${zip_code}`].filter(Boolean).join(', ')

const deliveriesText = (count: number) => (count === 1 ? '1 open delivery' : `${count} open deliveries`)

/** The most deliveries of a patient that are looked at. */
const limit = '100'

/** Reads the patient's deliveries that are planned or on their way to another address than the patient's. */
async function readDeliveriesElsewhere(patient: Patient, today: string) {
  const views = await Promise.all(
    (['upcoming', 'earlier'] as const).map((view) =>
      call(listDeliveries, { query: { patient_id: patient.id, view, today, limit } }),
    ),
  )
  const rows = views.flatMap(({ body }) => body)
  const elsewhere = rows.filter((row) => addressKey(row) !== addressKey(addressOf(patient)))
  return {
    planned: elsewhere.filter(({ status }) => isEditableStatus(status)),
    out: elsewhere.filter(({ status }) => status === 'in_progress'),
  }
}

/**
 * Returns a function to call after a patient was saved. If the address is another one, it asks whether the open deliveries that
 * still go to the old address change too.
 */
function useMovedPatientQuestion() {
  const confirm = useConfirm()
  const today = useToday()

  async function ask(before: Patient, after: Patient) {
    const { planned, out } = await readDeliveriesElsewhere(after, today)
    const [first] = out
    const stillOut = first
      ? `${deliveriesText(out.length)} already on the way to the old address${first.pharmacist_name ? ` with ${first.pharmacist_name}` : ''}`
      : ''
    if (planned.length === 0) return stillOut && toast.error(stillOut)
    const go = planned.length === 1 ? 'goes' : 'go'
    const agreed = await confirm({
      title: `${deliveriesText(planned.length)} still ${go} to the old address. Change ${planned.length === 1 ? 'it' : 'them'} too?`,
      text: [
        `Old address: ${addressText(addressOf(before))}.`,
        `New address: ${addressText(addressOf(after))}.`,
        stillOut && `${stillOut}.`,
      ]
        .filter(Boolean)
        .join(' '),
      confirm: 'Change deliveries',
      cancel: 'Keep old address',
    })
    if (!agreed) return
    const body = { ids: planned.map(({ id }) => id), change: { refresh_patient: true as const } }
    const results = (await call(changeDeliveries, { body, headers: { 'idempotency-key': crypto.randomUUID() } })).body
    void invalidate(listDeliveries)
    const refused = results.flatMap((result) => (result.ok ? [] : result.detail))
    if (refused.length > 0) toast.error(`${refused.length} not changed: ${refused[0]}`)
    else toast.success(`${deliveriesText(results.length)} changed`)
  }

  return async (before: Patient, after: Patient) => {
    if (addressKey(addressOf(before)) === addressKey(addressOf(after))) return
    try {
      await ask(before, after)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast.error('Failed to check the deliveries that go to the old address')
    }
  }
}
