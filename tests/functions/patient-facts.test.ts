import { describe, expect } from 'vitest'
import * as deliveries from '#shared/api/deliveries.ts'
import { importDeliveries, importPatients } from '#shared/api/imports.ts'
import * as patients from '#shared/api/patients.ts'
import { readRun } from '#shared/api/runs.ts'
import { updateSettings } from '#shared/api/settings.ts'
import { timeRangeNotOfferedText } from '#shared/model/time-range.ts'
import { aDelivery, aPatient, deliveryBody, patientBody } from '#tests/support/builders.ts'
import { app, test } from '#tests/support/product-test.ts'
import type { Organisation } from '#tests/support/test-app.ts'

let pharmacy: Organisation
test.beforeEach(async () => {
  pharmacy = await app.createPharmacy()
})

const facts = { language: 'spanish', time_range: '18:00-21:00', require_photo_id: true }

/** The body of a new delivery without the fields that a new delivery may start with. */
const bareBody = (patientId: string, fields: object = {}) => {
  const {
    language: _l,
    require_photo_id: _p,
    signature_required: _s,
    ...body
  } = {
    language: '',
    require_photo_id: false,
    signature_required: false,
    ...deliveryBody(app, patientId),
  }
  return { ...body, ...fields }
}
const create = (body: object) => app.call(deliveries.createDelivery, { as: pharmacy.pharmacist, body })

describe('a patient’s own facts', () => {
  test('are stored with the patient, and a time range that is not offered is rejected', async () => {
    const patient = await aPatient(app, pharmacy.admin, facts)
    expect(patient).toMatchObject(facts)
    const edit = (body: object) =>
      app.call(patients.updatePatient, { as: pharmacy.admin, params: { id: patient.id }, body })
    expect(await edit({ language: 'korean' })).toMatchObject({ body: { ...facts, language: 'korean' } })
    expect(await edit({ time_range: '07:00-08:00' })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'time_range'], msg: timeRangeNotOfferedText }] },
    })
  })

  test('are what a new delivery starts with, unless the request says otherwise', async () => {
    const { id } = await aPatient(app, pharmacy.admin, facts)
    expect(await create(bareBody(id))).toMatchObject({
      status: 201,
      body: { language: 'spanish', require_photo_id: true, signature_required: false },
    })
    expect(await create(bareBody(id, { language: 'english', require_photo_id: false }))).toMatchObject({
      body: { language: 'english', require_photo_id: false },
    })
  })

  test('come after the defaults of the settings', async () => {
    const new_delivery_defaults = { signature_required: true, require_photo_id: true }
    await app.call(updateSettings, { as: pharmacy.admin, body: { new_delivery_defaults } })
    const { id } = await aPatient(app, pharmacy.admin)
    expect(await create(bareBody(id))).toMatchObject({ body: new_delivery_defaults })
  })

  test('fill the time range of an imported row that has none', async () => {
    const patient = await aPatient(app, pharmacy.admin, { ...facts, external_id: 'P-1' })
    const { delivery_date, rx_information } = deliveryBody(app, patient.id)
    const row = { patient_external_id: 'P-1', delivery_date, rx_information }
    const { body } = await app.call(importDeliveries, { as: pharmacy.pharmacist, body: { rows: [row] } })
    const [result] = body
    if (!result?.ok || !result.id) throw new Error(JSON.stringify(body))
    const read = await app.call(deliveries.readDelivery, { as: pharmacy.pharmacist, params: { id: result.id } })
    expect(read.body).toMatchObject({ time_range: '18:00-21:00', language: 'spanish', require_photo_id: true })
  })
})

describe('a patient who had deliveries before Carelane', () => {
  const hasPrior = async (id: string) =>
    (await app.call(deliveries.readPriorDeliveries, { as: pharmacy.driver, params: { id } })).body.has_prior_deliveries

  test('counts as having prior deliveries', async () => {
    const known = await aPatient(app, pharmacy.admin, { known_patient: true })
    const fresh = await aPatient(app, pharmacy.admin)
    expect([await hasPrior(known.id), await hasPrior(fresh.id)]).toEqual([true, false])
  })

  test('is no first delivery on the driver’s run', async () => {
    const known = await aPatient(app, pharmacy.admin, { known_patient: true })
    const { delivery_date } = await aDelivery(app, pharmacy, { status: 'assigned', patient_id: known.id })
    const params = { date: delivery_date, user_id: pharmacy.driver.user.id }
    const { body } = await app.call(readRun, { as: pharmacy.driver, params })
    expect(body.deliveries).toMatchObject([{ first_delivery: false }])
  })

  test('can be marked by an imported file', async () => {
    const row = { ...patientBody, external_id: 'P-2', known_patient: true }
    const { body } = await app.call(importPatients, { as: pharmacy.pharmacist, body: { rows: [row] } })
    const [result] = body
    expect(result).toMatchObject({ ok: true, outcome: 'added' })
    expect(await hasPrior(result && 'id' in result ? String(result.id) : '')).toBe(true)
  })
})
