import { PatientScreen, preloadData as readPatientFirst } from '../features/patients/patient-screen.tsx'
import { ExportPatientRecordButton } from '../features/record/export-record.tsx'
import { createIdleLoader } from '../lib/browser/idle.ts'
import type { DataPreload } from '../lib/navigation/data-preload.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { WhoLooked } from './who-looked.tsx'

const loadDeliveries = () => import('../features/deliveries/list/patient-deliveries.tsx')
const PatientDeliveries = lazyComponent(async () => (await loadDeliveries()).PatientDeliveries, {
  waiting: () => <Spinner />,
})
/** Loads when the page is idle: the updates are below the patient's deliveries, which are on the way then. */
const PatientUpdates = lazyComponent(
  createIdleLoader(async () => (await import('../features/deliveries/detail/delivery-notices.tsx')).PatientNotices),
  {
    waiting: () => null,
  },
)

export const preloadData: DataPreload = async (opened) => {
  PatientDeliveries.preload()
  const [{ preloadData: readDeliveriesFirst }] = await Promise.all([loadDeliveries(), readPatientFirst(opened)])
  // Read the lists after the patient, so that the activity log counts all these reads as one look at the patient.
  await readDeliveriesFirst(opened)
}

/**
 * A patient with the patient's deliveries, the updates that the patient was sent and, for tenant administrators, the people who
 * looked at the patient. The components of these lists come from other features, and so does the button that exports the record.
 */
export const PatientPage = () => (
  <PatientScreen
    PatientDeliveries={PatientDeliveries}
    PatientUpdates={PatientUpdates}
    WhoLooked={WhoLooked}
    ExportRecord={ExportPatientRecordButton}
  />
)
