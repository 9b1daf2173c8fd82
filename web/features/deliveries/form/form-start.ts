import type { Delivery } from '#shared/model/delivery.ts'
import type { PickedPatient } from '#shared/model/patient.ts'
import { type DeliveryFormValues, formValuesOf } from './delivery-form-values.ts'
import { patientOfDelivery } from './picked-patient.ts'

/** The initial values of a new delivery. */
export interface NewDeliveryStart {
  /** The name under which the draft is stored. Forms with other initial values have other names, and thus other drafts. */
  name: string
  values: Partial<DeliveryFormValues>
  patient: PickedPatient
}

export const newDeliveryStartForPatient = (patient: PickedPatient): NewDeliveryStart => ({
  name: `new-for-${patient.id}`,
  values: { patient_id: patient.id },
  patient,
})

/**
 * Copies another delivery without its date, its status and its notes from the door. Fill dates and numbers are not copied either,
 * because the new package will have fills of its own.
 */
export function newDeliveryStartFromCopy(delivery: Delivery): NewDeliveryStart {
  const { delivery_date: _, ...values } = formValuesOf(delivery)
  return {
    name: `like-${delivery.id}`,
    values: {
      ...values,
      delivery_notes: delivery.order_notes,
      rx_information: values.rx_information.map((row) => ({ ...row, fill_date: '', fill_number: '' })),
    },
    patient: patientOfDelivery(delivery),
  }
}
