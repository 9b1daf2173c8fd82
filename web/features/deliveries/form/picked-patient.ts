import type { Delivery } from '#shared/model/delivery.ts'
import { copiedFromPatient, type PickedPatient, pickedPatient } from '#shared/model/patient.ts'
import { only } from '#shared/model/shapes.ts'

/** The patient as the delivery has kept them. */
export const patientOf = ({ patient_id, patient_name, delivery_address, ...delivery }: Delivery): PickedPatient => ({
  id: patient_id,
  name: patient_name,
  address: delivery_address,
  ...only(copiedFromPatient(), delivery),
})

/** A patient from a kept draft; null when it has none. */
export const pickedFrom = (kept: unknown): PickedPatient | null => pickedPatient().safeParse(kept).data ?? null
