import type { DataPreload } from '../lib/navigation/data-preload.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { DeliveriesScreen, preloadData as readDeliveriesFirst } from './deliveries-screen.tsx'

const PatientDirectory = lazyComponent(
  async () => (await import('../features/patients/patient-directory.tsx')).PatientDirectory,
  { waiting: () => <Spinner label="Loading patients..." /> },
)

export const preloadData: DataPreload = (opened) => {
  const view = opened.search.get('view')
  if (view === 'create' || opened.params.id) PatientPicker.preload()
  if (view === 'patients') PatientDirectory.preload()
  return readDeliveriesFirst(opened)
}

/** The deliveries screen with its patient components, which come from another feature. */
export const DeliveriesPage = () => (
  <DeliveriesScreen PatientPicker={PatientPicker} PatientDirectory={PatientDirectory} />
)

/** The patient picker, which is loaded only when a delivery's form needs it. The page passes it to the form. */
const PatientPicker = lazyComponent(
  async () => (await import('../features/patients/patient-picker.tsx')).PatientPicker,
  {
    waiting: () => <Spinner />,
  },
)
