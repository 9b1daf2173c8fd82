import type { Delivery } from '#shared/model/delivery.ts'
import type { PickedPatient } from '../../../lib/patient-picker.ts'

/** The patient as the delivery has kept them. */
export const patientOf = ({ patient_id, patient_name, delivery_address, ...delivery }: Delivery): PickedPatient => {
  const { apt_suite_building, city, state, zip_code, phone, email, is_business_address } = delivery
  return {
    ...{ id: patient_id, name: patient_name, address: delivery_address },
    ...{ apt_suite_building, city, state, zip_code, phone, email, is_business_address },
  }
}
