import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import type { Patient } from '#shared/model/patient.ts'
import { utcDate } from '#shared/rules/dates.ts'
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
}

export const pngBytes = pictures['image/png']

/** A 1×1 PNG as a drawn signature arrives. */
export const signature = `data:image/png;base64,${Buffer.from(pngBytes).toString('base64')}`

export async function aPatient(app: TestApp, as: Person, fields: object = {}): Promise<Patient> {
  const { body } = await app.call(patients.createPatient, { as, body: { ...patientBody, ...fields } })
  return body
}

export const deliveryBody = (app: TestApp, patientId: string, fields: object = {}) => ({
  delivery_date: utcDate(app.clock.now),
  time_range: '09:00-12:00',
  patient_id: patientId,
  rx_information: [{ rx_date: '', rx_number: 'RX-1', copay: 10.1 }],
  sku_information: [{ sku_number: 'SKU-1', quantity: 3, price: 0.2 }],
  ...fields,
})

type Wanted = Partial<Omit<Delivery, 'pharmacist_id'>> & { pharmacist_id?: string | null }

/** A delivery that went the true way to the status that is asked for. */
export async function aDelivery(app: TestApp, { admin, driver }: Organisation, wanted: Wanted = {}): Promise<Delivery> {
  const { status = 'unassigned', patient_id = (await aPatient(app, admin)).id, ...fields } = wanted
  const needsPharmacist = !['pending', 'unassigned'].includes(status)
  const { body } = await app.call(deliveries.createDelivery, {
    as: admin,
    body: deliveryBody(app, patient_id, {
      ...(status === 'pending' && { status }),
      pharmacist_id: needsPharmacist ? driver.user.id : null,
      ...fields,
    }),
  })
  const params = { id: body.id }
  const change = async (to: string) =>
    (await app.call(deliveries.changeStatus, { as: admin, params, body: { status: to } })).body
  if (['in_progress', 'delivered'].includes(status)) await change('in_progress')
  if (status === 'delivered') return (await complete(app, admin, body.id)).body
  if (status === 'cancelled' || status === 'failed') return change(status)
  return (await app.call(deliveries.readDelivery, { as: admin, params })).body
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

/** Completes as the app does: a form with a JSON part and, perhaps, a photo. */
export function complete(app: TestApp, as: Person, id: string, { data, photo, headers }: Completing = {}) {
  const form = new FormData()
  form.set('data', JSON.stringify(data ?? completionData))
  if (photo) form.set('delivery_photo', new File([photo], 'door.jpg', { type: 'image/jpeg' }))
  return app.call(deliveries.completeDelivery, { as, params: { id }, form, ...(headers && { headers }) })
}
