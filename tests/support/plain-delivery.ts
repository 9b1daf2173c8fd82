import { randomUUID } from 'node:crypto'
import { copiedPatientFields, emptyDoorFields } from '#functions/deliveries/delivery-fields.ts'
import { plainPatient } from './plain-patient.ts'

/** Returns an ordinary stored delivery, without day, time range, status and assigned person, which the caller adds. */
export const plainDelivery = (today: string) => ({
  ...emptyDoorFields,
  id: randomUUID(),
  external_id: '',
  version: 1,
  ...copiedPatientFields(plainPatient(today)),
  language: 'english',
  delivery_notes: 'Ring twice, please.',
  order_notes: 'Ring twice, please.',
  rx_information: [{ rx_date: '', rx_number: 'RX-100200', copay: 1010, fill_date: '', fill_number: null }],
  sku_information: [{ sku_number: 'SKU-1', quantity: 3, price: 20 }],
  rx_count: 1,
  sku_count: 1,
  total_copay: 1010,
  total_price: 60,
  require_photo_id: false,
  refrigerated: false,
  collect_copay: false,
  signature_required: true,
  hipaa_form: false,
  lien_form: false,
  nf_aob_form: false,
  created_at: `${today}T00:00:00.000Z`,
  joined_at: `${today}T00:00:00.000Z`,
  updated_at: `${today}T00:00:00.000Z`,
  history_count: 0,
  return_from: null,
})
