import createClient from 'openapi-fetch'
import type { components, paths } from './carelane.ts'

/** What an integrator writes with a client that openapi-typescript has made of the document. `tsc` judges it against the product. */

const [, , baseUrl = '', email = '', password = '', photo = '', signature = ''] = process.argv

const client = createClient<paths>({ baseUrl })
const signedIn = await client.POST('/api/auth/login', { body: { email, password } })
if (!signedIn.data) throw new Error(JSON.stringify(signedIn.error))
const { access_token, user } = signedIn.data
client.use({
  onRequest({ request }) {
    request.headers.set('authorization', `Bearer ${access_token}`)
  },
})

const patients = await client.GET('/api/deliveries/patients/search', { params: { query: { q: '', limit: 5 } } })
const [patient] = patients.data ?? []
if (!patient) throw new Error(JSON.stringify(patients.error))

const order: components['schemas']['NewDelivery'] = {
  delivery_date: new Date().toISOString().slice(0, 10),
  time_range: '09:00-12:00',
  patient_id: patient.id,
  pharmacist_id: user.id,
  rx_information: [{ rx_number: 'RX-204518', copay: 12.5 }],
}
const created = await client.POST('/api/deliveries', {
  params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
  body: order,
})
if (!created.data) throw new Error(JSON.stringify(created.error))
const params = { path: { id: created.data.id } }

const started = await client.PATCH('/api/deliveries/{id}/status', { params, body: { status: 'in_progress' } })
if (!started.data) throw new Error(JSON.stringify(started.error))

const data: components['schemas']['Completion'] = {
  patient_signature: signature,
  hipaa_form_received: true,
  counseling_received: true,
  amount: 12.5,
}
const completed = await client.PATCH('/api/deliveries/{id}/completion', {
  params: { ...params, header: { 'If-Match': `"${started.data.version}"` } },
  body: { data, delivery_photo: photo },
  bodySerializer(sent) {
    if (!('data' in sent)) return JSON.stringify(sent)
    const form = new FormData()
    form.set('data', JSON.stringify(sent.data))
    const bytes = Buffer.from(sent.delivery_photo ?? '', 'base64')
    form.set('delivery_photo', new Blob([bytes], { type: 'image/png' }), 'door.png')
    return form
  },
})
if (!completed.data) throw new Error(JSON.stringify(completed.error))

const listed = await client.GET('/api/deliveries', {
  params: { query: { status: ['delivered', 'failed'], delivery_date: order.delivery_date } },
  querySerializer: { array: { style: 'form', explode: false } },
})
const { id, status, total_copay, delivery_photo_url } = completed.data
const isListed = listed.data?.some((row) => row.id === id)
process.stdout.write(JSON.stringify({ status, total_copay, hasPhoto: delivery_photo_url !== null, isListed }))
