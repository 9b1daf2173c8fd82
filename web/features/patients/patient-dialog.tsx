import { createPatient, readPatient, updatePatient } from '#shared/api/patients.ts'
import { type PatientFields as Fields, type Patient, patientFields } from '#shared/model/patient.ts'
import { call } from '../../lib/api/call.ts'
import { CallError, errorDetail } from '../../lib/api/call-error.ts'
import { useApiMutation } from '../../lib/api/queries.ts'
import { toast } from '../../lib/browser/toast.ts'
import { useFormDraft } from '../../lib/forms/form-drafts.ts'
import { type EditedRecord, useRecordForm } from '../../lib/forms/use-record-form.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { StaleNotice } from '../../ui/stale-notice.tsx'
import { rereadPatients, updateCachedPatient } from './patient-cache.ts'
import { patientFailureTexts } from './patient-failures.ts'
import { initialPatientFields, PatientFields } from './patient-fields.tsx'
import { patientLabels } from './patient-labels.ts'
import { useMovedPatientQuestion } from './use-moved-patient-question.ts'

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
