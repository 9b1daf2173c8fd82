import { createPortal } from 'react-dom'
import { createPatient, searchPatients } from '#shared/api/patients.ts'
import { type Patient, patientFields } from '#shared/model/patient.ts'
import { useFormDraft } from '../../lib/form-drafts.ts'
import { invalidate, useApiMutation } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { useMayLeave } from '../../ui/use-may-leave.ts'
import { newPatientFailure } from './new-patient-failure.ts'
import { fieldsOf, PatientFields } from './patient-fields.tsx'

const shownMs = 4000

/** The name of its draft. */
export const newPatientForm = 'new-patient'

interface NewPatientDialogProps {
  /** What was searched for, most likely the name. */
  name: string
  onCreated: (patient: Patient) => void
  onClose: () => void
}

/** Stands outside of the delivery form, because a form cannot lie in a form. */
export function NewPatientDialog({ name, onCreated, onClose }: NewPatientDialogProps) {
  const create = useApiMutation(createPatient)
  const draft = useFormDraft(newPatientForm)
  const form = useForm(patientFields(), {
    draft,
    initial: { ...fieldsOf(), name: /\d|@/.test(name) ? '' : name },
    failureText: newPatientFailure,
    onSubmit: async (fields) => {
      const patient = await create.mutateAsync({ body: fields, headers: { 'idempotency-key': draft.idempotencyKey } })
      toast.success(`Patient ${patient.name} created successfully`, shownMs)
      void invalidate(searchPatients)
      onCreated(patient)
    },
  })
  const mayLeave = useMayLeave(form)

  async function close() {
    if (await mayLeave()) onClose()
  }
  return createPortal(
    <Dialog title="Create New Patient" onClose={() => void close()} fullOnPhone>
      <Form form={form} label="New patient">
        <PatientFields />
        <DialogActions>
          <Button onClick={() => void close()}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.busy} busyText="Creating patient...">
            Create Patient
          </Button>
        </DialogActions>
      </Form>
    </Dialog>,
    document.body,
  )
}
