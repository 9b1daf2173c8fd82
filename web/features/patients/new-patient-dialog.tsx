import { useState } from 'react'
import { createPortal } from 'react-dom'
import { createPatient, searchPatients } from '#shared/api/patients.ts'
import { type Patient, patientFields } from '#shared/model/patient.ts'
import type { CallError } from '../../lib/call-error.ts'
import { invalidate, useApiMutation } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/choice.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Form } from '../../ui/form.tsx'
import { useAskToDiscard } from '../../ui/use-ask-to-discard.ts'
import styles from './patients.module.css'

const shownMs = 4000

/** An answer that came but cannot be used has no reason of the server's. */
const failureText = ({ status, detail }: CallError) => {
  if (status === 200 || status === 201) return 'Failed to create patient: Invalid response from server'
  return detail ? `Failed to create patient: ${detail}` : 'Failed to create patient. Please try again.'
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
    initial: {
      name: /\d|@/.test(name) ? '' : name,
      phone: '',
      email: '',
      address: '',
      apt_suite_building: '',
      city: '',
      state: '',
      zip_code: '',
      is_business_address: false,
    },
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
        <Field name="name" label="Name" autoComplete="off" required />
        <div className={styles.columns}>
          <Field name="phone" label="Phone" type="tel" inputMode="tel" autoComplete="off" required />
          <Field name="email" label="Email" type="email" inputMode="email" autoComplete="off" />
        </div>
        <Field name="address" label="Address" autoComplete="off" required />
        <Field name="apt_suite_building" label="Apt/Suite/Building" autoComplete="off" />
        <div className={styles.columns}>
          <Field name="city" label="City" autoComplete="off" required />
          <Field name="state" label="State" autoComplete="off" maxLength={2} className={styles.state} required />
          <Field name="zip_code" label="ZIP Code" inputMode="numeric" autoComplete="off" required />
        </div>
        <CheckField name="is_business_address" label="Business Address" />
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
