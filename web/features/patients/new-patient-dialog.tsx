import { useState } from 'react'
import { createPortal } from 'react-dom'
import * as z from 'zod/mini'
import { createPatient, searchPatients } from '#shared/api/patients.ts'
import { type Patient, patientFields } from '#shared/model/patient.ts'
import type { CallError } from '../../lib/call-error.ts'
import { invalidate, useApiMutation } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { useAskToDiscard } from '../../ui/use-ask-to-discard.ts'
import { fieldsOf, PatientFields } from './patient-fields.tsx'

const shownMs = 4000

/** Why nothing usable came back; an answer that cannot be read has no reason of the server's. */
const reasonOf = ({ status, detail, cause }: CallError) => {
  if (status !== createPatient.success) return detail
  const missesOnlyId = cause instanceof z.core.$ZodError && cause.issues.every(({ path }) => path.join() === 'id')
  return missesOnlyId ? 'No patient ID returned from server' : 'Invalid response from server'
}

const failureText = (error: CallError) => {
  const reason = reasonOf(error)
  return reason ? `Failed to create patient: ${reason}` : 'Failed to create patient. Please try again.'
}

interface NewPatientDialogProps {
  /** What was searched for, most likely the name. */
  name: string
  onCreated: (patient: Patient) => void
  onClose: () => void
}

/** Stands outside of the delivery form, because a form cannot lie in a form. */
export function NewPatientDialog({ name, onCreated, onClose }: NewPatientDialogProps) {
  const create = useApiMutation(createPatient)
  const askToDiscard = useAskToDiscard()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const form = useForm(patientFields(), {
    initial: { ...fieldsOf(), name: /\d|@/.test(name) ? '' : name },
    failureText,
    onSubmit: async (fields) => {
      const patient = await create.mutateAsync({ body: fields, headers: { 'idempotency-key': idempotencyKey } })
      toast.success(`Patient ${patient.name} created successfully`, shownMs)
      void invalidate(searchPatients)
      onCreated(patient)
    },
  })
  async function close() {
    if (!form.busy && (!form.dirty || (await askToDiscard()))) onClose()
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
