import * as z from 'zod/mini'
import type { Delivery } from '#shared/model/delivery.ts'
import { patient } from '#shared/model/patient.ts'
import type { PickedPatient } from '../../patients/picked-patient.ts'

/** The patient as the delivery has kept them. */
export const patientOf = ({ patient_id, patient_name, delivery_address, ...delivery }: Delivery): PickedPatient => {
  const { apt_suite_building, city, state, zip_code, phone, email, is_business_address, access_notes } = delivery
  return {
    ...{ id: patient_id, name: patient_name, address: delivery_address },
    ...{ apt_suite_building, city, state, zip_code, phone, email, is_business_address, access_notes },
  }
}

/** A patient from a kept draft; null when it has none. */
export const pickedFrom = (kept: unknown): PickedPatient | null =>
  z.omit(patient(), { version: true, created_at: true, updated_at: true }).safeParse(kept).data ?? null
