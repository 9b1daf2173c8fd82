import { describe, expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import * as attempts from '#shared/api/attempts.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { passSeconds } from '#tests/support/clock.ts'
import { app, test } from '#tests/support/product-test.ts'
import { type RunCalls, runCallsOf, storeSettings } from '#tests/support/run-calls.ts'
import type { Organisation, Person } from '#tests/support/test-app.ts'

const today = '2026-11-23'

let pharmacy: Organisation
let run: RunCalls
/** A second driver, to whom the tests reassign a delivery. */
let other: Person
test.beforeEach(async () => {
  app.clock.now = new Date(`${today}T08:00:00Z`)
  pharmacy = await app.createPharmacy()
  run = runCallsOf(app, pharmacy, { person: pharmacy.driver, date: today })
  other = await app.join(pharmacy.tenant, { full_name: 'Otto Other', roles: pharmacy.driver.user.roles })
})

const refusal = 'This run is closed'
const reportRefusal = (id: string, body: object = {}, as: Person = pharmacy.driver) =>
  app.call(attempts.reportUnsent, { as, params: { id }, body: { kind: 'completion', refusal, ...body } })
const settle = (id: string) => app.call(attempts.settleUnsent, { as: pharmacy.admin, params: { id } })
const attention = async () =>
  (await app.call(deliveries.listDeliveries, { as: pharmacy.admin, query: { view: 'attention' } })).body
const assign = (id: string, person: Person) =>
  app.call(deliveries.updateDelivery, {
    as: pharmacy.admin,
    params: { id },
    body: { pharmacist_id: person.user.id },
  })

const report = () => ({
  kind: 'completion',
  refusal,
  captured_at: null,
  reported_at: app.clock.now.toISOString(),
  reported_by: { id: pharmacy.driver.user.id, full_name: 'Dora Driver' },
})

describe('a refused action that a driver reports to the pharmacy', () => {
  test('is first on the Attention list until settled, whoever has the delivery now', async () => {
    await run.add({ status: 'failed' })
    const { id } = await run.add()
    await assign(id, other)
    expect(await reportRefusal(id)).toMatchObject({ status: 200, body: report() })
    expect((await attention())[0]).toMatchObject({ id, attention: ['unsent'], unsent: [report()] })
    expect(await settle(id)).toMatchObject({ status: 200, body: { unsent: [] } })
    expect(await attention()).toMatchObject([{ attention: ['not_back', 'failed'] }])
    expect((await settle(id)).status).toBe(200)
  })

  test('appears once per delivery, beside other reasons and even for a finished delivery', async () => {
    const out = await run.add({ status: 'failed' })
    const done = await run.add({ status: 'delivered' })
    await reportRefusal(out.id, { kind: 'return' })
    await reportRefusal(done.id)
    const reasons = (await attention()).map((row: DeliveryRow) => [row.id, row.attention])
    expect(reasons).toHaveLength(2)
    expect(Object.fromEntries(reasons)).toEqual({ [out.id]: ['unsent', 'not_back', 'failed'], [done.id]: ['unsent'] })
  })

  test('is settled automatically when the same driver completes the same action', async () => {
    const [one, two] = [await run.add({ status: 'in_progress' }), await run.add({ status: 'in_progress' })]
    await reportRefusal(one.id)
    await reportRefusal(two.id, { kind: 'attempt' })
    await reportRefusal(two.id, { kind: 'return' })
    await reportRefusal(two.id, { kind: 'attempt' }, other)
    await run.complete(one.id)
    expect((await attention()).map(({ id }: { id: string }) => id)).toEqual([two.id])
    await run.attempt(two.id)
    const body = (await run.bringBack(two.id)).body
    expect(body.unsent).toMatchObject([{ kind: 'attempt', reported_by: { full_name: 'Otto Other' } }])
  })

  test('is replaced when reported again', async () => {
    const { id } = await run.add()
    await reportRefusal(id)
    passSeconds(app, 60)
    const captured_at = app.clock.now.toISOString()
    await reportRefusal(id, { refusal: 'No longer yours', captured_at })
    const again = { ...report(), refusal: 'No longer yours', captured_at }
    expect(await attention()).toMatchObject([{ unsent: [again] }])
    // This time is before the delivery was started, so it is not kept.
    expect((await reportRefusal(id, { captured_at: '2020-01-01T00:00:00Z' })).body).toMatchObject({ captured_at: null })
  })

  test('can be reported by any earlier driver, even one who can no longer see the delivery', async () => {
    const { id, patient_name } = await run.add({ status: 'in_progress' })
    await storeSettings(app, pharmacy, { staff_see_all: false })
    await assign(id, other)
    await assign(id, pharmacy.pharmacist)
    const completion = await run.complete(id)
    expect(completion).toMatchObject({ status: 404 })
    const stranger = await app.join(pharmacy.tenant, { full_name: 'Sia Stranger', roles: pharmacy.driver.user.roles })
    expect(await reportRefusal(id, {}, stranger)).toEqual(
      expect.objectContaining({ status: 404, body: completion.body }),
    )
    for (const former of [pharmacy.driver, other]) {
      const answer = await reportRefusal(id, {}, former)
      expect(answer).toMatchObject({ status: 200, body: { kind: 'completion', reported_by: { id: former.user.id } } })
      for (const hidden of [patient_name, pharmacy.pharmacist.user.full_name]) expect(answer.text).not.toContain(hidden)
      expect(await app.call(deliveries.readDelivery, { as: former, params: { id } })).toMatchObject({ status: 404 })
    }
    expect((await attention())[0]).toMatchObject({ id, unsent: [{ kind: 'completion' }, { kind: 'completion' }] })
  })

  test('is hidden from users who never had the delivery, and only managers can settle it', async () => {
    const { id } = await run.add()
    await storeSettings(app, pharmacy, { staff_see_all: false })
    expect(await reportRefusal(id, {}, other)).toMatchObject({ status: 404 })
    await reportRefusal(id)
    expect(await app.call(attempts.settleUnsent, { as: pharmacy.driver, params: { id } })).toMatchObject({
      status: 403,
    })
    expect(await attention()).toHaveLength(1)
  })

  test('contains the action and the reason for the refusal', async () => {
    const { id } = await run.add()
    expect((await reportRefusal(id, { kind: 'theft', refusal: ' ' })).body.detail).toMatchObject([
      { loc: ['body', 'kind'], msg: 'Must be completion, attempt or return' },
      { loc: ['body', 'refusal'], msg: 'Say why it was refused' },
    ])
  })

  test('is deleted with its delivery', async () => {
    const { id } = await run.add()
    await reportRefusal(id)
    await app.call(deliveries.deleteDelivery, { as: pharmacy.admin, params: { id } })
    expect(await attention()).toEqual([])
    expect(await app.table.queryAll(keysOf(pharmacy.tenant.id).unsent)).toEqual([])
  })
})
