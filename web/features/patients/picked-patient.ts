import type { ComponentType } from 'react'
import type { PickedPatient } from '#shared/model/patient.ts'

export interface PatientPickerProps {
  selected: PickedPatient | null
  onSelect: (patient: PickedPatient | null) => void
  error?: string | undefined
  disabled?: boolean
}

/**
 * A component that searches for and creates patients. Other features receive it from the route, because features don't import each
 * other.
 */
export type PatientPickerComponent = ComponentType<PatientPickerProps>
