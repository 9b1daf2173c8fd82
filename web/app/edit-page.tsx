import { EditScreen, readFirst as readEditFirst } from '../features/deliveries/form/edit-screen.tsx'
import type { FirstRead } from '../lib/navigation/first-read.ts'
import { PatientPicker } from './patient-picker.tsx'

export const readFirst: FirstRead = (opened) => {
  PatientPicker.preload()
  return readEditFirst(opened)
}

/** The form of a delivery, with the search for its patient, which belongs to another feature. */
export const EditPage = () => <EditScreen PatientPicker={PatientPicker} />
