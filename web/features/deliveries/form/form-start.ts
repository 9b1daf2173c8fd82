import type { Delivery } from '#shared/model/delivery.ts'
import type { PickedPatient } from '#shared/model/patient.ts'
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

/** Everything of another delivery but its date, its status and its fills: the new package is filled anew. */
export function startLike(delivery: Delivery): FormStart {
  const values = valuesOf(delivery)
  return {
    name: `like-${delivery.id}`,
    values: {
      ...values,
      delivery_notes: delivery.order_notes,
      delivery_date: '',
      rx_information: values.rx_information.map((row) => ({ ...row, fill_date: '', fill_number: '' })),
    },
    patient: patientOf(delivery),
  }
}
