import { expect } from 'vitest'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import { readRun } from '#shared/api/runs.ts'
import { changeDeliveries, listStopQuestions } from '#shared/api/search-and-day.ts'
import { dayIn } from '#shared/rules/dates.ts'
import { aDelivery, aPatient } from '#tests/support/builders.ts'
import { app, test } from '#tests/support/product-test.ts'
import type { Organisation } from '#tests/support/test-app.ts'

let pharmacy: Organisation
test.beforeEach(async () => {
  pharmacy = await app.createPharmacy()
})

const date = () => dayIn(pharmacy.tenant.time_zone, app.clock.now)
const questions = async () =>
  (await app.call(listStopQuestions, { as: pharmacy.pharmacist, query: { date: date() } })).body
const change = (ids: readonly string[], what: object) =>
  app.call(changeDeliveries, { as: pharmacy.pharmacist, body: { ids, change: what } })

/** Plans a delivery of today for a new patient in a room of the home. */
async function inRoom(room: string, status: 'assigned' | 'in_progress' = 'assigned') {
  const where = { address: '2300 Lakeview Ave', apt_suite_building: room }
  const { id: patient_id } = await aPatient(app, pharmacy.admin, where)
  return aDelivery(app, pharmacy, { status, patient_id, delivery_date: date() })
}

test('three patients in different rooms of one street address are asked about, and a couple is not', async () => {
  const [ten, eleven] = [await inRoom('Rm 10'), await inRoom('Rm 11')]
  expect(await questions()).toEqual([])
  const twelve = await inRoom('Rm 12')
  const [question, ...others] = await questions()
  expect(others).toEqual([])
  expect(question).toMatchObject({ delivery_address: '2300 Lakeview Ave', patients: 3 })
  expect(new Set(question?.delivery_ids)).toEqual(new Set([ten.id, eleven.id, twelve.id]))
})

test('the answer yes makes them one stop of the run, is stored with the patients and is not asked again', async () => {
  const residents = [await inRoom('Rm 10'), await inRoom('Rm 11'), await inRoom('Rm 12')]
  const run = { as: pharmacy.driver, params: { date: date(), user_id: pharmacy.driver.user.id } }
  expect((await app.call(readRun, run)).body.counts).toMatchObject({ stops: 3 })
  const ids = residents.map(({ id }) => id)
  expect((await change(ids, { one_stop: true })).body).toMatchObject([{ ok: true }, { ok: true }, { ok: true }])
  expect((await app.call(readRun, run)).body.counts).toMatchObject({ stops: 1, deliveries: 3 })
  expect(await questions()).toEqual([])
  for (const { patient_id } of residents)
    expect(await app.call(patients.readPatient, { as: pharmacy.pharmacist, params: { id: patient_id } })).toMatchObject(
      { body: { is_business_address: true } },
    )
})

test('a resident who is new at a known facility is asked about', async () => {
  const residents = [await inRoom('Rm 10'), await inRoom('Rm 11'), await inRoom('Rm 12')]
  await change(
    residents.map(({ id }) => id),
    { one_stop: true },
  )
  await inRoom('Rm 13')
  expect(await questions()).toMatchObject([{ patients: 4 }])
})

test('the answer no leaves the stops as they are and is not asked again', async () => {
  const residents = [await inRoom('Apt 1'), await inRoom('Apt 2'), await inRoom('Apt 3')]
  await change(
    residents.map(({ id }) => id),
    { one_stop: false },
  )
  expect(await questions()).toEqual([])
  const read = await app.call(deliveries.readDelivery, {
    as: pharmacy.pharmacist,
    params: { id: residents[0]?.id ?? '' },
  })
  expect(read.body).toMatchObject({ is_business_address: false, version: residents[0]?.version })
})

test('open deliveries of a patient who moved take the new address, unless they are out', async () => {
  const { id: patient_id } = await aPatient(app, pharmacy.admin)
  const planned = await aDelivery(app, pharmacy, { status: 'assigned', patient_id })
  const out = await aDelivery(app, pharmacy, { status: 'in_progress', patient_id })
  const moved = { address: '5 Mill Lane', apt_suite_building: '' }
  await app.call(patients.updatePatient, { as: pharmacy.admin, params: { id: patient_id }, body: moved })
  expect((await change([planned.id, out.id], { refresh_patient: true })).body).toMatchObject([
    { ok: true },
    { ok: false, detail: 'A delivery that is in progress cannot be edited' },
  ])
  const read = await app.call(deliveries.readDelivery, { as: pharmacy.pharmacist, params: { id: planned.id } })
  expect(read.body).toMatchObject({ delivery_address: '5 Mill Lane', apt_suite_building: '' })
})
