import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { createPatient, searchPatients } from '#shared/api/patients.ts'
import { type Patient, type PickedPatient, patientFields } from '#shared/model/patient.ts'
import { formatPhone } from '#shared/rules/phone-number.ts'
import { invalidate, useApiMutation } from '../../lib/api/queries.ts'
import { toast } from '../../lib/browser/toast.ts'
import { useDebounced } from '../../lib/browser/use-debounced.ts'
import { recordIdLeftOpen, useFormDraft } from '../../lib/forms/form-drafts.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/desk-icons.tsx'
import { FieldShell } from '../../ui/field-shell.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { newPatientFailureText } from './new-patient-failure.ts'
import { initialPatientFields, PatientFields } from './patient-fields.tsx'
import { PatientResults } from './patient-results.tsx'
import { isLongEnoughToSearch, searchPauseMs } from './patient-search.ts'
import styles from './patients.module.css'
import type { PatientPickerProps } from './picked-patient.ts'

/** Finds patients while a name, phone, e-mail, city or ZIP is typed, or opens the dialog that creates a new one. */
export function PatientPicker({ selected, onSelect, error, disabled = false, takesFocus = false }: PatientPickerProps) {
  const [text, setText] = useState('')
  const [isCreating, setIsCreating] = useState(() => recordIdLeftOpen(newPatientDraftName) !== undefined)
  const settledText = useDebounced(text.trim(), searchPauseMs)
  const resultsId = useId()
  const search = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the picker appears
  useEffect(() => {
    if (takesFocus && !document.activeElement?.matches('input, select, textarea, [role=tab]:focus-visible'))
      search.current?.focus()
  }, [])

  if (selected)
    return <SelectedPatient patient={selected} error={error} onChange={disabled ? undefined : () => onSelect(null)} />

  const select = (patient: Patient) => {
    setText('')
    setIsCreating(false)
    onSelect(patient)
  }
  return (
    <div className={styles.picker}>
      <div className={styles.search}>
        <FieldShell
          label="Search patients"
          required
          error={error}
          hint="At least 2 characters of a name, phone, email, city or ZIP code"
        >
          {(control) => (
            <input
              {...control}
              ref={search}
              type="search"
              autoComplete="off"
              aria-controls={resultsId}
              value={text}
              onChange={({ target }) => setText(target.value)}
              onKeyDown={(event) => {
                // Enter must not submit the form around this field. The search starts without it.
                if (event.key === 'Enter') event.preventDefault()
              }}
            />
          )}
        </FieldShell>
        <Button onClick={() => setIsCreating(true)}>
          <PlusIcon /> New Patient
        </Button>
      </div>
      <div id={resultsId}>
        {isLongEnoughToSearch(text) && (
          <PatientResults
            query={isLongEnoughToSearch(settledText) ? settledText : ''}
            isTyping={settledText !== text.trim()}
            onSelect={select}
          />
        )}
      </div>
      {isCreating && <NewPatientDialog name={text.trim()} onCreated={select} onClose={() => setIsCreating(false)} />}
    </div>
  )
}

interface SelectedPatientProps {
  patient: PickedPatient
  /** The reason why the server refused the patient. */
  error: string | undefined
  onChange: (() => void) | undefined
}

function SelectedPatient({ patient, error, onChange }: SelectedPatientProps) {
  const { name, address, apt_suite_building, city, state, zip_code, phone, email, is_business_address, access_notes } =
    patient
  return (
    <div className={styles.selected}>
      <div>
        <p className={styles.name}>
          {name} {is_business_address && <Badge tone="blue">Business Address</Badge>}
        </p>
        <p>{[address, apt_suite_building].filter(Boolean).join(', ')}</p>
        <p>
          {city}, {state} {zip_code}
        </p>
        <p className="muted small tabular">{[formatPhone(phone), email].filter(Boolean).join(' · ')}</p>
        {access_notes && <p className="muted small">{access_notes}</p>}
      </div>
      {onChange && <Button onClick={onChange}>Change Patient</Button>}
      <FormAlert>{error}</FormAlert>
    </div>
  )
}

const shownMs = 4000

/** The name under which the values typed into this form are kept as a draft. */
const newPatientDraftName = 'new-patient'

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
function NewPatientDialog({ name, onCreated, onClose }: NewPatientDialogProps) {
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
