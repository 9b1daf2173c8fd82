import { lazyComponent } from '../ui/lazy-component.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** The patient picker, which is loaded only when a delivery's form needs it. The page passes it to the form. */
export const PatientPicker = lazyComponent(
  async () => (await import('../features/patients/patient-picker.tsx')).PatientPicker,
  {
    waiting: () => <Spinner />,
  },
)
