import { lazyComponent } from '../ui/lazy-component.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** The patient picker of a delivery's form. Features do not import each other, so the page passes it to the form. */
export const PatientPicker = lazyComponent(
  async () => (await import('../features/patients/patient-picker.tsx')).PatientPicker,
  {
    waiting: () => <Spinner />,
  },
)
