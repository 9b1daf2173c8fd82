import { describe, expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as runs from '#shared/api/runs.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { utcDate } from '#shared/rules/dates.ts'
import { aDelivery } from '#tests/support/builders.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import { runCallsOf, storeSettings } from '#tests/support/run-calls.ts'

let own: Delivery
let others: Delivery
test.beforeAll(async () => {
  const date = utcDate(app.clock.now)
  own = await runCallsOf(app, pharmacy, { person: pharmacy.driver, date }).add()
  const { patient_id } = own
  others = await runCallsOf(app, pharmacy, { person: pharmacy.pharmacist, date }).add({ patient_id })
  await storeSettings(app, pharmacy, { staff_see_all: false })
})

const listed = async (query: Record<string, string> = {}, as = pharmacy.driver) =>
  (await app.call(deliveries.listDeliveries, { as, query })).body.map(({ id }: Delivery) => id)

describe('when staff see only their own deliveries,', () => {
  test('no list contains another driver’s deliveries', async () => {
    for (const query of [{}, { view: 'current' }, { delivery_date: own.delivery_date }, { status: 'assigned' }])
      expect(await listed(query)).toEqual([own.id])
    expect(await listed({ pharmacist_id: pharmacy.driver.user.id })).toEqual([own.id])
    expect(await listed({ patient_id: own.patient_id })).toEqual([own.id])
    expect(await listed({ pharmacist_id: pharmacy.pharmacist.user.id })).toEqual([])
    expect(await listed({ pharmacist_id: 'null' })).toEqual([])
  })

  test('another driver’s package is not found and cannot be loaded', async () => {
    const run = runCallsOf(app, pharmacy, { person: pharmacy.driver, date: own.delivery_date })
    expect(await run.load(others.id)).toMatchObject({ status: 404, body: { detail: 'Delivery not found' } })
    expect((await run.read()).body.deliveries).toMatchObject([{ id: own.id }])
  })

  test('another driver’s slip, scanned or typed, is unknown, and the attempt is logged', async () => {
    const run = runCallsOf(app, pharmacy, { person: pharmacy.driver, date: own.delivery_date })
    const { body: slip } = await app.call(deliveries.readPrintData, { as: pharmacy.admin, params: { id: others.id } })
    const keys = keysOf(pharmacy.tenant.id)
    const denied = async () =>
      (await app.table.queryAll(keys.eventsOfSubject(others.id))).filter(({ action }) => action === 'access.denied')
    for (const code of [slip.url, slip.code]) {
      const before = (await denied()).length
      expect(await run.call(runs.loadPackage, { code })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'code'], msg: 'This is not one of our slips' }] },
      })
      const left = await denied()
      expect([code, left.length - before]).toEqual([code, 1])
      expect(left.at(-1)).toMatchObject({
        actor: { id: pharmacy.driver.user.id },
        patient_id: others.patient_id,
        query: { call: 'POST /api/runs/{date}/{user_id}/load' },
      })
    }
  })

  test('drivers work with their own, and managers see all of them', async () => {
    const params = { id: own.id }
    expect((await app.call(deliveries.readDelivery, { as: pharmacy.driver, params })).status).toBe(200)
    expect((await listed({}, pharmacy.pharmacist)).toSorted()).toEqual([own.id, others.id].toSorted())
  })

  test('prior deliveries are shown only for their own patients, and other attempts are logged', async () => {
    const { patient_id } = await aDelivery(app, { ...pharmacy, driver: pharmacy.pharmacist }, { status: 'delivered' })
    const ask = (id: string) => app.call(deliveries.readPriorDeliveries, { as: pharmacy.driver, params: { id } })
    expect(await ask(patient_id)).toMatchObject({ status: 404, body: { detail: 'Patient not found' } })
    const events = await app.table.queryAll(keysOf(pharmacy.tenant.id).eventsOfPatient(patient_id))
    const byDriver = events.filter(({ actor }) => actor.id === pharmacy.driver.user.id)
    expect(byDriver.map(({ action }) => action)).toEqual(['access.denied'])
    expect(await ask(own.patient_id)).toMatchObject({ status: 200, body: { has_prior_deliveries: false } })
  })
})

test('staff see all deliveries until the organization restricts them', async () => {
  const other = await app.createPharmacy()
  const run = runCallsOf(app, other, { person: other.pharmacist, date: utcDate(app.clock.now) })
  const { id } = await run.add()
  expect(await listed({}, other.driver)).toEqual([id])
})
