import type { ComponentType } from 'react'
import type { Patient } from '#shared/model/patient.ts'

/** What the picker shows of a patient, and hands on. */
export type PickedPatient = Omit<Patient, 'version' | 'created_at' | 'updated_at'>

export interface PatientPickerProps {
  selected: PickedPatient | null
  onSelect: (patient: PickedPatient | null) => void
  error?: string | undefined
  disabled?: boolean
}

/** Searches and creates patients. Who needs it gets it from the route, because patients are a feature of their own. */
export type PatientPickerComponent = ComponentType<PatientPickerProps>
