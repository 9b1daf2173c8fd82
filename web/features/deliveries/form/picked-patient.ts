import type { Delivery } from '#shared/model/delivery.ts'
import { fieldsCopiedFromPatient, type PickedPatient, pickedPatient } from '#shared/model/patient.ts'
import { pickFields } from '#shared/model/shapes.ts'

/** Returns the patient's details as they were copied into the delivery. */
export const patientOfDelivery = ({
  patient_id,
  patient_name,
  delivery_address,
  ...delivery
}: Delivery): PickedPatient => ({
  id: patient_id,
  name: patient_name,
  address: delivery_address,
  ...pickFields(fieldsCopiedFromPatient(), delivery),
})

/** Returns the patient stored in a form's draft, or null if the draft has no valid one. */
export const pickedPatientFromDraft = (draft: unknown): PickedPatient | null =>
  pickedPatient().safeParse(draft).data ?? null
