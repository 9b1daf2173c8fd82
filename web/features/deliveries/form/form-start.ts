import type { Delivery } from '#shared/model/delivery.ts'
import type { PickedPatient } from '../../patients/picked-patient.ts'
import { type DeliveryFormValues, newDeliveryValues, valuesOf } from './delivery-form-values.ts'
import { patientOf } from './picked-patient.ts'

/** What the form of a new delivery begins with. */
export interface FormStart {
  /** Drafts are kept under it: another beginning is another form. */
  name: string
  values: DeliveryFormValues
  patient: PickedPatient
}

export const startForPatient = (patient: PickedPatient): FormStart => ({
  name: `new-for-${patient.id}`,
  values: { ...newDeliveryValues(), patient_id: patient.id },
  patient,
})

/** Everything of another delivery but its date and status. */
export const startLike = (delivery: Delivery): FormStart => ({
  name: `like-${delivery.id}`,
  values: { ...valuesOf(delivery), delivery_notes: delivery.order_notes, delivery_date: '' },
  patient: patientOf(delivery),
})
