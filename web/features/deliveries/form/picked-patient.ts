import type { ComponentType } from 'react'
import * as z from 'zod/mini'
import type { Delivery } from '#shared/model/delivery.ts'
import { type Patient, patient } from '#shared/model/patient.ts'

export type PickedPatient = Omit<Patient, 'version' | 'created_at' | 'updated_at'>

interface PatientPickerProps {
  selected: PickedPatient | null
  onSelect: (patient: PickedPatient | null) => void
  error?: string | undefined
  disabled?: boolean
}

/** Searches and creates patients; the route gives it, because patients are a feature of their own. */
export type PatientPickerComponent = ComponentType<PatientPickerProps>

/** The patient as the delivery has kept him. */
export const patientOf = ({ patient_id, patient_name, delivery_address, ...delivery }: Delivery): PickedPatient => {
  const { apt_suite_building, city, state, zip_code, phone, email, is_business_address } = delivery
  return {
    ...{ id: patient_id, name: patient_name, address: delivery_address },
    ...{ apt_suite_building, city, state, zip_code, phone, email, is_business_address },
  }
}

/** A patient from a kept draft; null when it has none. */
export const pickedFrom = (kept: unknown): PickedPatient | null =>
  z.omit(patient(), { version: true, created_at: true, updated_at: true }).safeParse(kept).data ?? null
