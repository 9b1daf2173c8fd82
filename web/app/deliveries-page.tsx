import { DeliveriesScreen } from '../features/deliveries/deliveries-screen.tsx'
import { part } from '../ui/part.tsx'
import { Spinner } from '../ui/spinner.tsx'

export { readFirst } from '../features/deliveries/deliveries-screen.tsx'

const PatientPicker = part(async () => (await import('../features/patients/patient-picker.tsx')).PatientPicker, {
  waiting: () => <Spinner />,
})
const PatientDirectory = part(
  async () => (await import('../features/patients/patient-directory.tsx')).PatientDirectory,
  { waiting: () => <Spinner label="Loading patients..." /> },
)

/** The deliveries, and the patients, who are a feature of their own. */
export const DeliveriesPage = () => (
  <DeliveriesScreen PatientPicker={PatientPicker} PatientDirectory={PatientDirectory} />
)
