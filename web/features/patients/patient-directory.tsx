import { useEffect, useState } from 'react'
import { deletePatient, searchPatients } from '#shared/api/patients.ts'
import type { Patient } from '#shared/model/patient.ts'
import { withRefusalReason } from '../../lib/api/call-error.ts'
import { useApiMutation } from '../../lib/api/queries.ts'
import { useLivePages } from '../../lib/api/use-live-changed-ids.ts'
import { toast } from '../../lib/browser/toast.ts'
import { useDebounced } from '../../lib/browser/use-debounced.ts'
import { phoneMediaQuery } from '../../lib/browser/use-media.ts'
import { useOpenedRecord } from '../../lib/forms/form-drafts.ts'
import { type RowRefusalState, useRowRefusal } from '../../lib/forms/use-row-refusal.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { useAddressQuery } from '../../lib/navigation/use-address-query.ts'
import { announce } from '../../ui/announce.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { deletionQuestion, useConfirm } from '../../ui/confirm.tsx'
import { DeleteIcon, EditIcon, PlusIcon } from '../../ui/desk-icons.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FieldShell } from '../../ui/field-shell.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { QueryList } from '../../ui/query-list.tsx'
import type { TableColumn } from '../../ui/table.tsx'
import { ExportListButton } from '../exports/export-list.tsx'
import { removeCachedPatient, rereadPatients } from './patient-cache.ts'
import { PatientDialog } from './patient-dialog.tsx'
import { PatientAddress, PatientContact, PatientName } from './patient-facts.tsx'
import { patientFailureTexts } from './patient-failures.ts'
import { foundPatientsText, patientCountText, patientLabels } from './patient-labels.ts'
import { directoryQuery, isLongEnoughToSearch, searchPauseMs } from './patient-search.ts'
import styles from './patients.module.css'

const useFound = (query: string) =>
  useLivePages(
    searchPatients,
    { query: { q: query } },
    {
      newsOf: (patient) => patient,
      onChange: (count) => announce(`${count} ${count === 1 ? 'patient has' : 'patients have'} changed`),
    },
  )

interface PatientListProps {
  /** The search text. A blank finds everybody. */
  query: string
  found: ReturnType<typeof useFound>
  onEdit: (patient: Patient) => void
}

/** The patients who were found, page by page. */
function PatientList({ query, found, onEdit }: PatientListProps) {
  const refusals = useRowRefusal()
  const askAndDelete = useDeletePatient(refusals)
  const isSearch = isLongEnoughToSearch(query)
  const actions: PatientRowActions = {
    onEdit: (patient) => {
      refusals.clear()
      onEdit(patient)
    },
    onDelete: (patient) => void askAndDelete(patient),
  }
  return (
    <QueryList
      query={found}
      rows={found.rows}
      label="Patients"
      texts={{ ...texts, failed: isSearch ? patientFailureTexts.search : patientFailureTexts.load }}
      actions={
        found.rows &&
        found.rows.length > 0 && (
          <ExportListButton list={{ kind: 'patients', filters: { q: query } }} countOf={patientCountText} />
        )
      }
      empty={
        <EmptyState title={patientLabels.none}>
          <p className="muted">
            {isSearch
              ? 'Try another name, phone, email, city or ZIP code.'
              : 'Add a new patient to start the directory, or import a file.'}
          </p>
          {!isLongEnoughToSearch(query) && <ButtonLink to={paths.importOf('patients')}>Import a file</ButtonLink>}
        </EmptyState>
      }
      nameOf={({ name }) => name}
      columns={patientColumns(actions)}
      tableClassName={styles.table}
      cardsOn={phoneMediaQuery}
      card={(patient, name, refusal) => <PatientCard patient={patient} name={name} refusal={refusal} {...actions} />}
      cardsClassName={styles.cards}
      refusals={refusals}
    />
  )
}

const texts = {
  loading: 'Loading patients...',
  notRefreshed: patientFailureTexts.refresh,
  found: foundPatientsText,
}

/** Returns a function that asks whether to delete a patient, and deletes the patient. A refusal is shown at the patient's row. */
function useDeletePatient(refusals: RowRefusalState) {
  const confirm = useConfirm()
  const { mutate } = useApiMutation(deletePatient)

  return async ({ id, name }: Patient) => {
    const agreed = await confirm(deletionQuestion('Delete patient', name))
    if (!agreed) return
    refusals.clear()
    mutate(
      { params: { id } },
      {
        onSuccess: () => {
          toast.success('Patient deleted successfully')
          removeCachedPatient(id)
        },
        onError: (error) => {
          toast.error(patientFailureTexts.deletion)
          refusals.refuse(id, withRefusalReason(patientFailureTexts.deletion, error))
          rereadPatients()
        },
      },
    )
  }
}

/** The directory of patients, in which users search for, add and correct patients. */
export function PatientDirectory() {
  const [text, setText] = useState('')
  const query = directoryQuery(useDebounced(text, searchPauseMs))
  const found = useFound(query)
  const [opened, setOpened] = useOpenedRecord('patient', found.rows)
  const [params, change] = useAddressQuery()
  const isNew = params.has('new')
  // If the page's address contains `new`, open the form for a new patient, and remove `new`, so that the form opens only once.
  useEffect(() => {
    if (!isNew) return
    setOpened('new')
    change((newest) => {
      newest.delete('new')
      return newest
    })
  })
  return (
    <div className={styles.directory}>
      <search className={styles.search}>
        <FieldShell label="Search the directory" hint="At least 2 characters of a name, phone, email, city or ZIP code">
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
        <div className={styles.adding}>
          <ButtonLink to={paths.importOf('patients')}>Import</ButtonLink>
          <Button variant="primary" onClick={() => setOpened('new')}>
            <PlusIcon /> {patientLabels.add}
          </Button>
        </div>
      </search>
      <PatientList query={query} found={found} onEdit={setOpened} />
      {opened && <PatientDialog patient={opened === 'new' ? undefined : opened} onClose={() => setOpened(undefined)} />}
    </div>
  )
}

/** What the buttons of a patient's row do. */
interface PatientRowActions {
  onEdit: (patient: Patient) => void
  onDelete: (patient: Patient) => void
}

/** The columns of the table of patients. */
const patientColumns = (actions: PatientRowActions): TableColumn<Patient>[] => [
  {
    key: 'name',
    head: 'Name',
    isRowHead: true,
    cell: (patient, name) => <PatientName patient={patient} name={name} />,
  },
  { key: 'contact', head: 'Contact', cell: (patient) => <PatientContact patient={patient} /> },
  { key: 'address', head: 'Address', cell: (patient) => <PatientAddress patient={patient} /> },
  {
    key: 'actions',
    head: 'Actions',
    align: 'right',
    cell: (patient, name) => (
      <PatientActions patient={patient} name={name} look={{ size: 'small', variant: 'quiet' }} {...actions} />
    ),
  },
]

interface PatientCardProps extends PatientRowActions {
  patient: Patient
  /** The name of the row, for the labels of its controls. */
  name: string
  refusal: string
}

/** A row of the table as a card, for phones. */
const PatientCard = ({ patient, name, refusal, ...actions }: PatientCardProps) => (
  <Card>
    <PatientName patient={patient} name={name} />
    <PatientContact patient={patient} />
    <PatientAddress patient={patient} />
    <PatientActions patient={patient} name={name} {...actions} />
    <FormAlert>{refusal}</FormAlert>
  </Card>
)

interface PatientActionsProps extends Omit<PatientCardProps, 'refusal'> {
  look?: { size: 'small'; variant: 'quiet' }
}

const PatientActions = ({ patient, name, onEdit, onDelete, look }: PatientActionsProps) => (
  <div className={styles.actions}>
    <Button {...look} aria-label={`Edit ${name}`} onClick={() => onEdit(patient)}>
      <EditIcon /> Edit
    </Button>
    <Button {...look} aria-label={`Delete ${name}`} onClick={() => onDelete(patient)}>
      <DeleteIcon /> Delete
    </Button>
  </div>
)
