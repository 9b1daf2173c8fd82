import { useEffect, useRef } from 'react'
import { searchPatients } from '#shared/api/patients.ts'
import type { Patient } from '#shared/model/patient.ts'
import { formatPhone } from '#shared/rules/phone-number.ts'
import { useApiPages } from '../../lib/api/paged-queries.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import { LoadMoreControl } from '../../ui/load-more.tsx'
import { SearchResultButton } from '../../ui/search-result-button.tsx'
import { patientFailureTexts } from './patient-failures.ts'
import { foundPatientsText, patientLabels } from './patient-labels.ts'
import styles from './patients.module.css'

interface PatientResultsProps {
  /** '' until enough characters are typed. */
  query: string
  isTyping: boolean
  /** The id of a patient who cannot be selected and so isn't shown. */
  except?: string
  onSelect: (patient: Patient) => void
}

/** The matching patients, page by page. Their number is announced in one region, which stays mounted while the user types. */
export function PatientResults({ query, isTyping, except, onSelect }: PatientResultsProps) {
  const found = useApiPages(searchPatients, { query: { q: query, limit: '20' } }, { enabled: query !== '' })
  const isSearching = isTyping || found.isPending
  const rows = isSearching ? undefined : found.rows?.filter(({ id }) => id !== except)
  const results = useRef<HTMLUListElement>(null)
  const failed = useRef<HTMLDivElement>(null)
  const isShown = rows !== undefined
  const isFailed = !isSearching && !isShown
  // Scrolls the results (or the error) into view, because the form's buttons would otherwise cover them.
  useEffect(() => {
    // In newer browsers `scrollIntoView` returns a promise. Nothing waits for it, and an effect must not return it.
    if (isShown || isFailed) void (results.current ?? failed.current)?.scrollIntoView({ block: 'nearest' })
  }, [isShown, isFailed])

  const count = rows && (rows.length === 0 ? patientLabels.none : foundPatientsText(rows.length, found.hasNextPage))
  return (
    <>
      <LiveRegion role="status" className="muted small">
        {isSearching ? 'Searching...' : count}
      </LiveRegion>
      {isFailed && (
        <div ref={failed}>
          <FailedState message={patientFailureTexts.search} onRetry={() => void found.refetch()} />
        </div>
      )}
      {rows && rows.length > 0 && (
        <ul ref={results} className={styles.results} aria-label="Patients found">
          {rows.map((patient) => (
            <li key={patient.id}>
              <SearchResultButton onPick={() => onSelect(patient)}>
                <span className={styles.name}>{patient.name}</span>
                <span className="muted small tabular">{formatPhone(patient.phone)}</span>
                <span className="muted small">
                  {patient.address}, {patient.city}, {patient.state} {patient.zip_code}
                </span>
              </SearchResultButton>
            </li>
          ))}
        </ul>
      )}
      {rows && <LoadMoreControl pages={found} failure={patientFailureTexts.search} byButton />}
    </>
  )
}
