import { useEffect, useState } from 'react'
import { searchPatients } from '#shared/api/patients.ts'
import type { Patient } from '#shared/model/patient.ts'
import { useLivePages } from '../../lib/api/use-live-changed-ids.ts'
import { useDebounced } from '../../lib/browser/use-debounced.ts'
import { phoneMediaQuery, useMediaQuery } from '../../lib/browser/use-media.ts'
import { useOpenedRecord } from '../../lib/forms/form-drafts.ts'
import { useRowRefusal } from '../../lib/forms/use-row-refusal.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { useAddressQuery } from '../../lib/navigation/use-address-query.ts'
import { announce } from '../../ui/announce.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/desk-icons.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { FieldShell } from '../../ui/field-shell.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import { LoadMoreControl } from '../../ui/load-more.tsx'
import { RefreshBar } from '../../ui/refresh-bar.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ExportListButton } from '../exports/export-list.tsx'
import { PatientCards } from './patient-cards.tsx'
import { PatientDialog } from './patient-dialog.tsx'
import { patientFailureTexts } from './patient-failures.ts'
import { foundPatientsText, patientCountText, patientLabels } from './patient-labels.ts'
import { directoryQuery, isLongEnoughToSearch, searchPauseMs } from './patient-search.ts'
import { PatientTable } from './patient-table.tsx'
import styles from './patients.module.css'
import { useDeletePatient } from './use-delete-patient.ts'

const useFound = (query: string) =>
  useLivePages(
    searchPatients,
    { query: { q: query } },
    {
      newsOf: (patient) => patient,
      tell: (count) => announce(`${count} ${count === 1 ? 'patient has' : 'patients have'} changed`),
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
  const Rows = useMediaQuery(phoneMediaQuery) ? PatientCards : PatientTable
  const failure = isLongEnoughToSearch(query) ? patientFailureTexts.search : patientFailureTexts.load

  function content() {
    if (found.isPending) return <Skeleton label="Loading patients..." />
    if (!found.rows) return <FailedState message={failure} onRetry={() => void found.refetch()} />
    if (found.rows.length === 0)
      return (
        <EmptyState title={patientLabels.none}>
          <p className="muted">
            {isLongEnoughToSearch(query)
              ? 'Try another name, phone, email, city or ZIP code.'
              : 'Add a new patient to start the directory.'}
          </p>
        </EmptyState>
      )
    return (
      <Rows
        patients={found.rows}
        changed={found.changed}
        onEdit={(patient) => {
          refusals.clear()
          onEdit(patient)
        }}
        onDelete={(patient) => void askAndDelete(patient)}
        refusalOf={({ id }) => refusals.of(id)}
      />
    )
  }

  return (
    <>
      <div className={styles.bar}>
        <RefreshBar
          at={found.dataUpdatedAt}
          again={async () => !(await found.refetch()).isError}
          failed={patientFailureTexts.refresh}
        >
          <div className="tabular">
            <LiveRegion role="status">
              {found.rows && foundPatientsText(found.rows.length, found.hasNextPage)}
            </LiveRegion>
          </div>
        </RefreshBar>
        {found.rows && found.rows.length > 0 && (
          <ExportListButton list={{ kind: 'patients', filters: { q: query } }} countOf={patientCountText} />
        )}
      </div>
      {content()}
      <LoadMoreControl pages={found} failure={failure} />
    </>
  )
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
