import { createPortal } from 'react-dom'
import { createPatient, searchPatients } from '#shared/api/patients.ts'
import { type Patient, patientFields } from '#shared/model/patient.ts'
import { invalidate, useApiMutation } from '../../lib/api/queries.ts'
import { toast } from '../../lib/browser/toast.ts'
import { useFormDraft } from '../../lib/forms/form-drafts.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { newPatientFailureText } from './new-patient-failure.ts'
import { initialPatientFields, PatientFields } from './patient-fields.tsx'

const shownMs = 4000

/** The name under which the values typed into this form are kept as a draft. */
export const newPatientDraftName = 'new-patient'

interface NewPatientDialogProps {
  /** The text that the user searched for. Unless it has a digit or an `@`, the form begins with it as the patient's name. */
  name: string
  onCreated: (patient: Patient) => void
  onClose: () => void
}

/**
 * The dialog that creates a patient while a delivery is planned. It is rendered outside the form of the delivery, because a form
 * cannot contain another.
 */
export function NewPatientDialog({ name, onCreated, onClose }: NewPatientDialogProps) {
  const create = useApiMutation(createPatient)
  const draft = useFormDraft(newPatientDraftName)
  const form = useForm(patientFields(), {
    draft,
    initial: { ...initialPatientFields(), name: /\d|@/.test(name) ? '' : name },
    failureText: newPatientFailureText,
    onSubmit: async (fields) => {
      const patient = await create.mutateAsync({ body: fields, headers: { 'idempotency-key': draft.idempotencyKey } })
      toast.success(`Patient ${patient.name} created successfully`, shownMs)
      void invalidate(searchPatients)
      onCreated(patient)
    },
  })
  return createPortal(
    <FormDialog
      title="Create New Patient"
      form={form}
      submit="Create Patient"
      busyText="Creating patient..."
      onClose={onClose}
    >
      <PatientFields form={form} />
    </FormDialog>,
    document.body,
  )
}
