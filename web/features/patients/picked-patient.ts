import type { ComponentType } from 'react'
import type { PickedPatient } from '#shared/model/patient.ts'

export interface PatientPickerProps {
  selected: PickedPatient | null
  onSelect: (patient: PickedPatient | null) => void
  error?: string | undefined
  disabled?: boolean
}

/** Searches and creates patients. Other features get it from the route, because patients are a feature of their own. */
export type PatientPickerComponent = ComponentType<PatientPickerProps>
