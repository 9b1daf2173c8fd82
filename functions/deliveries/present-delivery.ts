import type { Delivery, DeliveryRow } from '#shared/model/delivery.ts'
import { toDollars } from '#shared/rules/money.ts'
import type { StoredDelivery, StoredDeliveryRow } from '../data/entities.ts'
import type { Media } from '../files/media.ts'

/** A list row as it is answered. */
export const presentRow = (row: StoredDeliveryRow): DeliveryRow => ({
  id: row.id,
  version: row.version,
  status: row.status,
  delivery_date: row.delivery_date,
  time_range: row.time_range,
  patient_id: row.patient_id,
  patient_name: row.patient_name,
  phone: row.phone,
  delivery_address: row.delivery_address,
  apt_suite_building: row.apt_suite_building,
  city: row.city,
  state: row.state,
  zip_code: row.zip_code,
  pharmacist_id: row.pharmacist_id,
  pharmacist_name: row.pharmacist_name,
  total_copay: toDollars(row.total_copay),
  total_price: toDollars(row.total_price),
  rx_count: row.rx_count,
  sku_count: row.sku_count,
  completed_at: row.completed_at,
})

/** A delivery as it is answered: signature and photo as addresses that live 15 minutes. */
export async function presentDelivery(stored: StoredDelivery, media: Media): Promise<Delivery> {
  const address = (key: string | null) => (key ? media.address(key) : null)
  const [patient_signature, delivery_photo_url] = await Promise.all([
    address(stored.signature_key),
    address(stored.photo_key),
  ])
  return {
    ...presentRow(stored),
    language: stored.language,
    email: stored.email,
    is_business_address: stored.is_business_address,
    delivery_notes: stored.delivery_notes,
    rx_information: stored.rx_information.map((row) => ({ ...row, copay: toDollars(row.copay) })),
    sku_information: stored.sku_information.map((row) => ({ ...row, price: toDollars(row.price) })),
    require_photo_id: stored.require_photo_id,
    refrigerated: stored.refrigerated,
    collect_copay: stored.collect_copay,
    signature_required: stored.signature_required,
    hipaa_form: stored.hipaa_form,
    lien_form: stored.lien_form,
    nf_aob_form: stored.nf_aob_form,
    hipaa_form_received: stored.hipaa_form_received,
    counseling_received: stored.counseling_received,
    counseling_required: stored.counseling_required,
    amount: stored.amount === null ? null : toDollars(stored.amount),
    patient_signature,
    signature_timestamp: stored.signature_timestamp,
    delivery_photo_url,
    delivery_photo: delivery_photo_url,
    delivery_photo_content_type: stored.delivery_photo_content_type,
    created_at: stored.created_at,
    updated_at: stored.updated_at,
  }
}
