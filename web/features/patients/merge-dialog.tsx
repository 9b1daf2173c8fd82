import { type ReactNode, useId, useState } from 'react'
import { mergePatient } from '#shared/api/patients.ts'
import { externalIdLabel } from '#shared/model/fields.ts'
import type { Patient } from '#shared/model/patient.ts'
import { formatPhone } from '#shared/rules/phone-number.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { useApiMutation } from '../../lib/api/queries.ts'
import { formatLocaleDate } from '../../lib/browser/format.ts'
import { toast } from '../../lib/browser/toast.ts'
import { useDebounced } from '../../lib/browser/use-debounced.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { FieldShell } from '../../ui/field-shell.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { useScrollIntoView } from '../../ui/use-scroll-into-view.ts'
import { removeCachedPatient, updateCachedPatient } from './patient-cache.ts'
import { PatientAddress } from './patient-facts.tsx'
import { patientFailureTexts } from './patient-failures.ts'
import { PatientResults } from './patient-results.tsx'
import { isLongEnoughToSearch, searchPauseMs } from './patient-search.ts'
import styles from './patients.module.css'

interface MergeDialogProps {
  patient: Patient
  /** Called with the patient who stays. */
  onMerged: (stays: Patient) => void
  onClose: () => void
}

/** The dialog that merges a patient with another one who is the same: first the search, then the comparison. */
export function MergeDialog({ patient, onMerged, onClose }: MergeDialogProps) {
  const [other, setOther] = useState<Patient>()
  return (
    <Dialog title="Merge patients" onClose={onClose} size="wide" fullOnPhone>
      {other ? (
        <MergeComparison two={[patient, other]} onMerged={onMerged} onClose={onClose} />
      ) : (
        <OtherPatientSearch patient={patient} onSelect={setOther} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface SearchProps {
  patient: Patient
  onSelect: (other: Patient) => void
  onClose: () => void
}

function OtherPatientSearch({ patient, onSelect, onClose }: SearchProps) {
  const [text, setText] = useState('')
  const settledText = useDebounced(text.trim(), searchPauseMs)
  return (
    <div className={styles.picker}>
      <p>{`If ${patient.name} is in the directory twice, select the second patient.`}</p>
      <FieldShell label="Search patients" hint="At least 2 characters of a name, phone, email, city or ZIP code">
        {(control) => (
          <input
            {...control}
            type="search"
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </FieldShell>
      {isLongEnoughToSearch(text) && (
        <PatientResults
          query={isLongEnoughToSearch(settledText) ? settledText : ''}
          isTyping={settledText !== text.trim()}
          except={patient.id}
          onSelect={onSelect}
        />
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
      </DialogActions>
    </div>
  )
}

interface ComparisonProps {
  two: readonly [Patient, Patient]
  onMerged: (stays: Patient) => void
  onClose: () => void
}

/** Compares the two patients, asks which of them stays, and says what happens to the other one. */
function MergeComparison({ two, onMerged, onClose }: ComparisonProps) {
  const [stays, setStays] = useState(two[0].id)
  const goes = two.find(({ id }) => id !== stays)
  const group = useId()
  const { mutate, isPending, error } = useApiMutation(mergePatient, {
    onSuccess: (patient) => {
      if (goes) removeCachedPatient(goes.id)
      updateCachedPatient(patient)
      toast.success('Patients merged')
      onMerged(patient)
    },
  })
  const alert = useScrollIntoView(error)
  return (
    <div className={styles.picker}>
      <fieldset className={styles.two}>
        <legend>Which details do you want to keep?</legend>
        {two.map((patient) => (
          <div key={patient.id} className={classNames(styles.one, patient.id === stays && styles.staying)}>
            <label className={classNames(styles.keep, styles.name)}>
              <input
                type="radio"
                name={group}
                checked={patient.id === stays}
                disabled={isPending}
                aria-label={[patient.name, formatPhone(patient.phone), patient.address].join(', ')}
                aria-describedby={`${group}-${patient.id}`}
                onChange={() => setStays(patient.id)}
              />
              {patient.name}
            </label>
            <div id={`${group}-${patient.id}`}>
              <ComparedFacts patient={patient} />
            </div>
          </div>
        ))}
      </fieldset>
      <p>
        All of the other patient’s deliveries move to the patient you keep, with their history. Packages that are
        already planned still go to the address on their slip.
      </p>
      <p className="muted">
        The other patient’s details are removed. Only the external ID and “Had deliveries before Carelane” are added, if
        the patient you keep lacks them. Links and files with the other patient’s ID will lead to the patient you keep.
        This can’t be undone.
      </p>
      {error && (
        <div ref={alert}>
          <FormAlert>{errorDetail(error, patientFailureTexts.merge)}</FormAlert>
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>Keep both</Button>
        <Button
          variant="primary"
          busy={isPending}
          busyText="Merging..."
          onClick={() => goes && mutate({ params: { id: goes.id }, body: { into: stays } })}
        >
          Merge patients
        </Button>
      </DialogActions>
    </div>
  )
}

const ComparedFacts = ({ patient }: { patient: Patient }) => (
  <>
    <div className="muted small tabular">{[formatPhone(patient.phone), patient.email].filter(Boolean).join(' · ')}</div>
    <PatientAddress patient={patient} />
    <Fact label={externalIdLabel}>{patient.external_id}</Fact>
    <Fact label="Added">{patient.created_at && formatLocaleDate(patient.created_at)}</Fact>
  </>
)

const Fact = ({ label, children }: { label: string; children: ReactNode }) =>
  children ? (
    <div className="muted small">
      {label}: {children}
    </div>
  ) : null
