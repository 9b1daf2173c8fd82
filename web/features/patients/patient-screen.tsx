import { type ComponentType, type ReactNode, useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router-dom'
import { listDeliveries } from '#shared/api/deliveries.ts'
import { readPatient } from '#shared/api/patients.ts'
import { readPatientUpdates } from '#shared/api/recipient-updates.ts'
import { externalIdLabel } from '#shared/model/fields.ts'
import type { Patient } from '#shared/model/patient.ts'
import { invalidate, pollQuery, readAhead, useApiQuery } from '../../lib/api/queries.ts'
import { useLiveChangedIds } from '../../lib/api/use-live-changed-ids.ts'
import type { DataPreload } from '../../lib/navigation/data-preload.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { announce } from '../../ui/announce.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EditIcon, PlusIcon } from '../../ui/desk-icons.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { BackIcon } from '../../ui/icons.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MenuEntryButton } from '../../ui/menu-entry.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { RefreshBar } from '../../ui/refresh-bar.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PatientDialog } from './patient-dialog.tsx'
import { PatientAddress, PatientContact } from './patient-facts.tsx'
import { patientFailureTexts } from './patient-failures.ts'
import styles from './patients.module.css'

const MergeDialog = lazyDialog('Merge patients', async () => (await import('./merge-dialog.tsx')).MergeDialog)

/** Components of other features, which `web/app/patient-page.tsx` passes in, because features may not import later ones. */
interface ScreenProps {
  PatientDeliveries: ComponentType<{ patientId: string }>
  PatientUpdates: ComponentType<{ patientId: string }>
  WhoLooked: ComponentType<{ at: { patient_id: string } }>
  ExportRecord: ComponentType<{ patientId: string }>
}

export const preloadData: DataPreload = ({ params: { patientId = '' } }) =>
  readAhead(readPatient, { params: { id: patientId } })

/** The page `/pharmacy/patients/{patientId}`. */
export function PatientScreen(parts: ScreenProps) {
  const { patientId = '' } = useParams()
  return <PatientPage key={patientId} patientId={patientId} {...parts} />
}

/** Reads a patient and keeps polling, because other users may change the patient. */
function usePatient(patientId: string) {
  const read = useApiQuery(readPatient, { params: { id: patientId } })
  const { data: patient } = read
  const changed = useLiveChangedIds({
    rows: patient && [patient],
    of: patientId,
    read: () => pollQuery(readPatient, { params: { id: patientId } }),
    onChange: () => announce('This patient has changed'),
  })
  return { read, isChanged: changed.has(patientId) }
}

function PatientPage({ patientId, ...parts }: ScreenProps & { patientId: string }) {
  const { read, isChanged } = usePatient(patientId)
  async function refresh() {
    const [{ isError }] = await Promise.all([
      read.refetch(),
      invalidate(listDeliveries),
      invalidate(readPatientUpdates),
    ])
    return !isError
  }

  if (read.error?.status === 404)
    return (
      <PageFrame title="Patient Not Found">
        <EmptyState title="This patient is not in the directory">
          <ButtonLink to={paths.patients}>Back to patients</ButtonLink>
        </EmptyState>
      </PageFrame>
    )
  if (read.isPending)
    return (
      <PageFrame title="Patient">
        <Skeleton label="Loading patient..." lines={8} />
      </PageFrame>
    )
  if (!read.data)
    return (
      <PageFrame title="Patient">
        <FailedState message="Failed to load the patient" onRetry={() => void read.refetch()} />
      </PageFrame>
    )
  // The address of a patient who was merged leads to the patient that stayed.
  if (read.data.id !== patientId) return <Navigate to={paths.patient(read.data.id)} replace />
  return (
    <PatientRecord
      patient={read.data}
      isMarked={isChanged}
      refresh={<RefreshBar at={read.dataUpdatedAt} again={refresh} failed={patientFailureTexts.refreshOne} />}
      onEdited={() => void read.refetch()}
      {...parts}
    />
  )
}

interface PatientRecordProps extends ScreenProps {
  patient: Patient
  isMarked: boolean
  refresh: ReactNode
  /** Called when the dialog is closed, with or without a change. */
  onEdited: () => void
}

function PatientRecord({ patient, isMarked, refresh, onEdited, ...parts }: PatientRecordProps) {
  const { PatientDeliveries, PatientUpdates, WhoLooked, ExportRecord } = parts
  const { user } = useSignedInSession()
  const [isEditing, setIsEditing] = useState(false)
  const [isMerging, setIsMerging] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <Link className={classNames(styles.back, 'reach')} to={paths.patients} data-key="Escape">
        <BackIcon /> Back to patients
      </Link>
      <PageFrame
        title={patient.name}
        mark={refresh}
        actions={
          <>
            <ExportRecord patientId={patient.id} />
            <Button data-key="e" onClick={() => setIsEditing(true)}>
              <EditIcon /> Edit
            </Button>
            <Menu label="More" align="end" buttonClassName={styles.more}>
              <MenuEntryButton onClick={() => setIsMerging(true)}>Merge…</MenuEntryButton>
            </Menu>
            <ButtonLink variant="primary" to={paths.newDeliveryFor(patient.id)}>
              <PlusIcon /> New delivery
            </ButtonLink>
          </>
        }
      >
        <div className={styles.blocks}>
          <div className={styles.block}>
            <PatientDetails patient={patient} isMarked={isMarked} />
            <PatientDeliveries patientId={patient.id} />
            <PatientUpdates patientId={patient.id} />
          </div>
          {user.is_tenant_admin && <WhoLooked at={{ patient_id: patient.id }} />}
        </div>
      </PageFrame>
      {isMerging && (
        <MergeDialog
          patient={patient}
          onMerged={({ id }) => {
            setIsMerging(false)
            void invalidate(listDeliveries)
            if (id === patient.id) onEdited()
            else void navigate(paths.patient(id), { replace: true })
          }}
          onClose={() => setIsMerging(false)}
        />
      )}
      {isEditing && (
        <PatientDialog
          patient={patient}
          onClose={() => {
            setIsEditing(false)
            onEdited()
          }}
        />
      )}
    </>
  )
}

const PatientDetails = ({ patient, isMarked }: Pick<PatientRecordProps, 'patient' | 'isMarked'>) => (
  <Card title="Details" className={classNames(isMarked && 'marked')}>
    <div className={styles.details}>
      <PatientContact patient={patient} />
      <PatientAddress patient={patient} />
      {patient.external_id && (
        <div className="muted small">
          {externalIdLabel}: {patient.external_id}
        </div>
      )}
    </div>
  </Card>
)
