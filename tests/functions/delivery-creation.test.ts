import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import * as deliveries from '#shared/api/deliveries.ts'
import type { Patient } from '#shared/model/patient.ts'
import { addDays, utcDate } from '#shared/rules/dates.ts'
import { aPatient, deliveryBody, patientBody } from '#tests/support/builders.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import type { Organisation } from '#tests/support/test-app.ts'

let stranger: Organisation
let patient: Patient
test.beforeAll(async () => {
  stranger = await app.createPharmacy()
  patient = await aPatient(app, pharmacy.admin)
})

const create = (fields: object = {}) =>
  app.call(deliveries.createDelivery, { as: pharmacy.admin, body: deliveryBody(app, patient.id, fields) })
const today = () => utcDate(app.clock.now)
const problem = (loc: (string | number)[], msg: string) => ({
  status: 422,
  body: { detail: [{ loc: ['body', ...loc], msg, type: expect.any(String) }] },
})

test('a delivery created with only the required fields gets default values', async () => {
  const body = { delivery_date: today(), time_range: '18:00-21:00', patient_id: patient.id }
  const created = await app.call(deliveries.createDelivery, { as: pharmacy.admin, body })
  expect(created.status).toBe(201)
  expect(created.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    external_id: '',
    version: 1,
    status: 'unassigned',
    delivery_date: today(),
    time_range: '18:00-21:00',
    patient_id: patient.id,
    patient_name: 'Grace Hopper',
    phone: '(555) 010-0142',
    email: 'grace@example.com',
    delivery_address: '12 Harbor Street',
    apt_suite_building: 'Apt 4',
    is_business_address: false,
    city: 'New Haven',
    state: 'CT',
    zip_code: '06510',
    pharmacist_id: null,
    pharmacist_name: null,
    language: 'english',
    delivery_notes: '',
    order_notes: '',
    rx_information: [],
    sku_information: [],
    rx_count: 0,
    sku_count: 0,
    total_copay: 0,
    total_price: 0,
    require_photo_id: false,
    refrigerated: false,
    collect_copay: false,
    signature_required: false,
    hipaa_form: false,
    lien_form: false,
    nf_aob_form: false,
    hipaa_form_received: false,
    counseling_received: false,
    counseling_required: false,
    amount: null,
    asked: null,
    recipient_notes: '',
    patient_signature: null,
    signature_timestamp: null,
    delivery_photo_url: null,
    delivery_photo: null,
    delivery_photo_content_type: null,
    created_at: app.clock.now.toISOString(),
    updated_at: app.clock.now.toISOString(),
    access_notes: patientBody.access_notes,
    attempts: [],
    unsent: [],
    loaded_at: null,
    returned_at: null,
    return_by: null,
    return_state: null,
    completed_at: null,
    signer_name: null,
    signer_relationship: null,
    photo_id: null,
    hipaa_form_outcome: null,
    hipaa_form_reason: null,
    counseling_outcome: null,
    signature_method: null,
    signature_quality: null,
    captured_at: null,
    payment_method: null,
    call_back_due_at: null,
    again_of: null,
    planned_again_as: null,
    session_ended_at: null,
    clock_correction_seconds: null,
    recorded_by_mistake: null,
  })
})

test('reading a delivery returns what its creation returned', async () => {
  const created = await create({ language: 'spanish', delivery_notes: ' Ring twice ', refrigerated: true })
  const read = await app.call(deliveries.readDelivery, { as: pharmacy.driver, params: { id: created.body.id } })
  expect(read.body).toEqual(created.body)
  expect(read.body).toMatchObject({ language: 'spanish', delivery_notes: 'Ring twice', refrigerated: true })
})

test('the server computes totals in exact cents, ignoring what the client sends', async () => {
  const { body } = await create({
    rx_information: [
      { rx_number: 'A', copay: 0.1 },
      { rx_number: 'B', copay: 0.2 },
    ],
    sku_information: [
      { sku_number: 'C', quantity: 3, price: 1.1 },
      { sku_number: 'D', quantity: 9999, price: 999_999.99 },
    ],
    total_copay: 77,
    total_price: 77,
    rx_count: 77,
    sku_count: 77,
  })
  expect(body).toMatchObject({ total_copay: 0.3, total_price: 9_998_999_903.31, rx_count: 2, sku_count: 2 })
})

test('fields that only the server sets are ignored in requests', async () => {
  const id = randomUUID()
  const sent = { id, version: 9, patient_name: 'Mallory', completed_at: 'now', tenant_id: stranger.tenant.id }
  const { body } = await create({ ...sent, history: [], status_pk: 'x', signature_key: 'y' })
  expect(body).toMatchObject({ version: 1, patient_name: 'Grace Hopper', completed_at: null })
  expect(body.id).not.toBe(id)
  expect(body).not.toHaveProperty('status_pk')
  expect(body).not.toHaveProperty('tenant_id')
})

describe('a new delivery starts', () => {
  test('assigned, with a pharmacist', async () => {
    expect(await create({ pharmacist_id: pharmacy.driver.user.id })).toMatchObject({
      status: 201,
      body: { status: 'assigned', pharmacist_id: pharmacy.driver.user.id, pharmacist_name: 'Dora Driver' },
    })
  })
  test('unassigned, without a pharmacist', async () => {
    expect(await create({ pharmacist_id: '' })).toMatchObject({ status: 201, body: { status: 'unassigned' } })
  })
  test('pending, if the request says so, with or without a pharmacist', async () => {
    expect(await create({ status: 'pending' })).toMatchObject({ body: { status: 'pending', pharmacist_id: null } })
    expect(await create({ status: 'pending', pharmacist_id: pharmacy.driver.user.id })).toMatchObject({
      body: { status: 'pending', pharmacist_name: 'Dora Driver' },
    })
  })
  test.each(['assigned', 'unassigned', 'in_progress', 'delivered', 'cancelled', 'failed', ''])(
    'never as %j, even if the request says so',
    async (status) => {
      const msg = 'A new delivery can only be set to pending; otherwise its pharmacist determines the status'
      expect(await create({ status, pharmacist_id: pharmacy.driver.user.id })).toMatchObject(problem(['status'], msg))
    },
  )
})

describe('a pharmacist is rejected on their field', () => {
  const msg = 'Deliveries can’t be assigned to this person'
  const refusal = () => problem(['pharmacist_id'], msg)
  test('if no user has the ID', async () => {
    expect(await create({ pharmacist_id: randomUUID() })).toMatchObject(refusal())
    expect(await create({ pharmacist_id: 'nobody' })).toMatchObject(refusal())
  })
  test('if they work for another tenant', async () => {
    expect(await create({ pharmacist_id: stranger.driver.user.id })).toMatchObject(refusal())
  })
  test('if they cannot view deliveries', async () => {
    expect(await create({ pharmacist_id: pharmacy.unprivileged.user.id })).toMatchObject(refusal())
  })
  test('if they are deactivated', async () => {
    const gone = await app.join(pharmacy.tenant, { roles: pharmacy.driver.user.roles, is_active: false })
    expect(await create({ pharmacist_id: gone.user.id })).toMatchObject(refusal())
  })
})

describe('a patient is rejected on their field', () => {
  const refusal = () => problem(['patient_id'], 'This patient does not exist')
  test('if no patient has the ID', async () => {
    expect(await create({ patient_id: randomUUID() })).toMatchObject(refusal())
    expect(await create({ patient_id: `${patient.id}#PATIENT` })).toMatchObject(refusal())
  })
  test('if they belong to another tenant', async () => {
    const foreign = await aPatient(app, stranger.admin)
    expect(await create({ patient_id: foreign.id })).toMatchObject(refusal())
  })
  test('if none is selected', async () => {
    expect(await create({ patient_id: '' })).toMatchObject(problem(['patient_id'], 'Please select a patient'))
  })
})

test('a delivery date can be today but not earlier', async () => {
  expect(await create({ delivery_date: today() })).toMatchObject({ status: 201 })
  expect(await create({ delivery_date: addDays(today(), -1) })).toMatchObject(
    problem(['delivery_date'], 'Delivery date cannot be in the past'),
  )
})

test.each([
  [{ delivery_date: '' }, ['delivery_date'], 'Delivery date is required'],
  [{ time_range: '' }, ['time_range'], 'Time range is required'],
  [{ language: 'latin' }, ['language'], 'Please select a language'],
  [{ rx_information: [{ rx_number: '' }] }, ['rx_information', 0, 'rx_number'], 'RX number is required'],
  [
    { rx_information: [{ rx_number: 'A', copay: 0.001 }] },
    ['rx_information', 0, 'copay'],
    'Must have at most two decimals',
  ],
  [{ rx_information: [{ rx_number: 'A', copay: -1 }] }, ['rx_information', 0, 'copay'], 'Cannot be negative'],
  [
    { sku_information: [{ sku_number: 'A', quantity: 0, price: 1 }] },
    ['sku_information', 0, 'quantity'],
    'Must be at least 1',
  ],
  [
    { sku_information: [{ sku_number: 'A', quantity: 1.5, price: 1 }] },
    ['sku_information', 0, 'quantity'],
    'Must be a whole number',
  ],
  [
    { sku_information: [{ sku_number: 'A', quantity: 1, price: -1 }] },
    ['sku_information', 0, 'price'],
    'Cannot be negative',
  ],
])('%j is rejected at %j with "%s"', async (fields, loc, msg) => {
  expect(await create(fields)).toMatchObject(problem(loc, msg))
})

test('every invalid field is reported at once', async () => {
  const { body } = await create({
    delivery_date: '',
    time_range: 'x',
    rx_information: [{}, { rx_number: 'B', copay: 'x' }],
  })
  expect(body.detail.map(({ loc }: { loc: string[] }) => loc.join('.'))).toEqual([
    'body.delivery_date',
    'body.time_range',
    'body.rx_information.0.rx_number',
    'body.rx_information.1.copay',
  ])
})

test('letters of any script are stored unchanged', async () => {
  const delivery_notes = 'Bác Nguyễn — 请按门铃 👨‍👩‍👧\n\t"quoted" <b>'
  const { status, body } = await create({ delivery_notes })
  expect([status, body.delivery_notes]).toEqual([201, delivery_notes])
})
