import type { ComponentType } from 'react'
import type { PickedPatient } from '#shared/model/patient.ts'

export interface PatientPickerProps {
  selected: PickedPatient | null
  onSelect: (patient: PickedPatient | null) => void
  error?: string | undefined
  disabled?: boolean
  /** Whether the search field takes the focus when it appears, unless the user has already gone to another field. */
  takesFocus?: boolean
}

/**
 * A component with which users search for a patient or create one. Other features do not import it but receive it from a page in
 * `web/app`, which loads it only when it is needed.
 */
export type PatientPickerComponent = ComponentType<PatientPickerProps>
