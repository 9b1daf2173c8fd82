import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import type { ApiKeyForm } from '#shared/model/api-key.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import type { Patient } from '#shared/model/patient.ts'
import { addDays, utcDate } from '#shared/rules/dates.ts'
import { pictures } from './pictures.ts'
import type { Organisation, Person, TestApp } from './test-app.ts'

export const patientBody = {
  name: 'Grace Hopper',
  phone: '(555) 010-0142',
  email: 'grace@example.com',
  address: '12 Harbor Street',
  apt_suite_building: 'Apt 4',
  city: 'New Haven',
  state: 'ct',
  zip_code: '06510',
  is_business_address: false,
  access_notes: 'Gate code 4711#, beware of the dog',
  notices: 'email' as const,
  language: 'english' as const,
  time_range: '',
  require_photo_id: false,
  known_patient: false,
}

export const pngBytes = pictures['image/png']

/** A PNG of 1 × 1 pixel, as a data URL like that of a drawn signature. */
export const signature = `data:image/png;base64,${Buffer.from(pngBytes).toString('base64')}`

export async function aPatient(app: TestApp, as: Person, fields: object = {}): Promise<Patient> {
  const { body } = await app.call(patients.createPatient, { as, body: { ...patientBody, ...fields } })
  return body
}

export const deliveryBody = (app: TestApp, patientId: string, fields: object = {}) => ({
  delivery_date: utcDate(app.clock.now),
  time_range: '09:00-12:00' as const,
  patient_id: patientId,
  rx_information: [{ rx_date: '', rx_number: 'RX-1', copay: 10.1 }],
  sku_information: [{ sku_number: 'SKU-1', quantity: 3, price: 0.2 }],
  ...fields,
})

type DeliveryOptions = Partial<Omit<Delivery, 'pharmacist_id' | 'rx_information'>> & {
  pharmacist_id?: string | null
  /** The rows may be incomplete, because the server fills in fields that a row leaves out. */
  rx_information?: readonly object[]
}

/** Creates a delivery and brings it to the wanted status by the product's own calls. */
export async function aDelivery(
  app: TestApp,
  { admin, driver }: Organisation,
  options: DeliveryOptions = {},
): Promise<Delivery> {
  const { status = 'unassigned', patient_id = (await aPatient(app, admin)).id, ...fields } = options
  const needsPharmacist = !['pending', 'unassigned'].includes(status)
  const created = await app.call(deliveries.createDelivery, {
    as: admin,
    body: deliveryBody(app, patient_id, {
      ...(status === 'pending' && { status }),
      pharmacist_id: needsPharmacist ? driver.user.id : null,
      ...fields,
    }),
  })
  const params = { id: created.body.id }
  const change = async (to: string) =>
    (await app.call(deliveries.changeStatus, { as: admin, params, body: { status: to } })).body
  if (status === 'cancelled' || status === 'failed') return change(status)
  if (!['in_progress', 'delivered'].includes(status)) return created.body
  const started = await change('in_progress')
  return status === 'delivered' ? (await complete(app, admin, params.id)).body : started
}

export const completionData = {
  patient_signature: signature,
  hipaa_form_received: true,
  counseling_received: true,
  amount: 10.5,
  signature_timestamp: '2026-03-10T15:00:00.000Z',
}

interface Completing {
  data?: object
  photo?: Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

/** Makes a form with a JSON part and, if one is given, a photo. */
export function formOf(data: unknown, photo?: Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  form.set('data', JSON.stringify(data))
  if (photo) form.set('delivery_photo', new File([photo], 'door.jpg', { type: 'image/jpeg' }))
  return form
}

/** Completes a delivery as the web app does. */
export function complete(app: TestApp, as: Person, id: string, { data, photo, headers }: Completing = {}) {
  const form = formOf(data ?? completionData, photo)
  return app.call(deliveries.completeDelivery, { as, params: { id }, form, ...(headers && { headers }) })
}

/** The body of a call that creates an API key. */
export const keyForm = (now: Date, fields: Partial<ApiKeyForm> = {}): ApiKeyForm => ({
  name: 'Program',
  permissions: ['delivery.view_orders'],
  ends_on: addDays(utcDate(now), 90),
  ...fields,
})
