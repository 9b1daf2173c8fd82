import { createPatient, readPatient, updatePatient } from '#shared/api/patients.ts'
import { type PatientFields as Fields, type Patient, patientFields } from '#shared/model/patient.ts'
import { call } from '../../lib/api/call.ts'
import { CallError, errorDetail } from '../../lib/api/call-error.ts'
import { useApiMutation } from '../../lib/api/queries.ts'
import { toast } from '../../lib/browser/toast.ts'
import { useFormDraft } from '../../lib/forms/form-drafts.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { useNewestRecordLoader } from '../../lib/forms/use-newest-state.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { StaleNotice } from '../../ui/stale-notice.tsx'
import { rereadPatients, updateCachedPatient } from './patient-cache.ts'
import { patientFailureTexts } from './patient-failures.ts'
import { initialPatientFields, PatientFields } from './patient-fields.tsx'
import { patientLabels } from './patient-labels.ts'
import { useMovedPatientQuestion } from './use-moved-patient-question.ts'

/** Returns a function that creates or updates the patient and resolves to the text of the confirmation and, for an edit, to the patient. */
function useSave(opened: Patient | undefined, idempotencyKey: string) {
  const create = useApiMutation(createPatient)
  const update = useApiMutation(updatePatient)
  return async (body: Fields) => {
    if (!opened) {
      await create.mutateAsync({ body, headers: { 'idempotency-key': idempotencyKey } })
      rereadPatients()
      return { text: 'Patient created successfully' }
    }
    const headers = { 'if-match': String(opened.version) }
    const saved = await update.mutateAsync({ params: { id: opened.id }, body, headers })
    updateCachedPatient(saved)
    return { text: 'Patient updated successfully', before: opened, saved }
  }
}

/** Reads the patient again. Resolves to undefined if that fails, or if there is no patient yet. */
async function readAgain(patient: Patient | undefined) {
  if (!patient) return undefined
  try {
    return (await call(readPatient, { params: { id: patient.id } })).body
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return undefined
  }
}

interface PatientDialogProps {
  /** The patient to edit; undefined for a new patient. */
  patient: Patient | undefined
  onClose: () => void
}

/** The dialog in which users add a patient to the directory or edit one. */
export function PatientDialog({ patient, onClose }: PatientDialogProps) {
  const newest = useNewestRecordLoader({
    record: patient,
    valuesOf: initialPatientFields,
    read: () => readAgain(patient),
  })
  const draft = useFormDraft('patient', patient?.id)
  const save = useSave(newest.opened, draft.idempotencyKey)
  const askIfMoved = useMovedPatientQuestion()
  const title = patient ? 'Edit Patient' : patientLabels.add
  const form = useForm(patientFields(), {
    draft,
    initial: initialPatientFields(patient),
    failureText: (error) => errorDetail(error, patientFailureTexts.save),
    onSubmit: async (fields) => {
      try {
        const { text, before, saved } = await save(fields)
        toast.success(text)
        onClose()
        if (before) void askIfMoved(before, saved)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        // Refresh the list, so that the current data is visible beside what was typed here.
        if (error.status === 409 || error.status === 404) rereadPatients()
        if (patient && error.status === 409) newest.setStale()
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
      {newest.notice && (
        <StaleNotice {...newest.notice} failure={patientFailureTexts.load} onLoad={() => void newest.load(form)} />
      )}
      <PatientFields form={form} />
    </FormDialog>
  )
}
