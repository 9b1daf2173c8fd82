import { useEffect, useId, useRef, useState } from 'react'
import type { Patient, PickedPatient } from '#shared/model/patient.ts'
import { useDebounced } from '../../lib/browser/use-debounced.ts'
import { recordIdLeftOpen } from '../../lib/forms/form-drafts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/desk-icons.tsx'
import { FieldShell } from '../../ui/field-shell.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { NewPatientDialog, newPatientDraftName } from './new-patient-dialog.tsx'
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
        <p className="muted small tabular">{[phone, email].filter(Boolean).join(' · ')}</p>
        {access_notes && <p className="muted small">{access_notes}</p>}
      </div>
      {onChange && <Button onClick={onChange}>Change Patient</Button>}
      <FormAlert>{error}</FormAlert>
    </div>
  )
}
