import { part } from '../ui/part.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** The patients' part of a delivery's form: features do not know each other. */
export const PatientPicker = part(async () => (await import('../features/patients/patient-picker.tsx')).PatientPicker, {
  waiting: () => <Spinner />,
})
