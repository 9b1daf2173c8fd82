import { describe, expect } from 'vitest'
import * as deliveries from '#shared/api/deliveries.ts'
import { declareMistake, planAgain, readAuditRecords, readProof } from '#shared/api/proofs.ts'
import { readDay } from '#shared/api/search-and-day.ts'
import { readTracking } from '#shared/api/tracking.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { doorToken } from '#tests/calls/tracking.ts'
import { sendTogether } from '#tests/races/send-together.ts'
import { app, test } from '#tests/support/product-test.ts'
import { type RunCalls, runCallsOf } from '#tests/support/run-calls.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import type { Organisation } from '#tests/support/test-app.ts'

const today = '2026-11-23'
const reason = 'Signed by the neighbor of another patient'

let pharmacy: Organisation
let run: RunCalls
test.beforeEach(async () => {
  app.clock.now = new Date(`${today}T08:00:00Z`)
  pharmacy = await app.createPharmacy()
  run = runCallsOf(app, pharmacy, { person: pharmacy.driver, date: today })
})

const declare = (id: string, body: object = { reason }) =>
  app.call(declareMistake, { as: pharmacy.admin, params: { id }, body })
const again = (id: string) => app.call(planAgain, { as: pharmacy.admin, params: { id } })
const delivered = async (money: object = {}) => {
  const delivery = await run.add({ status: 'in_progress', collect_copay: true })
  expect((await run.complete(delivery.id, money)).status).toBe(200)
  return delivery
}
const prior = async ({ patient_id: id }: Delivery) =>
  (await app.call(deliveries.readPriorDeliveries, { as: pharmacy.admin, params: { id } })).body.has_prior_deliveries

describe('a completion that was recorded at the wrong door', () => {
  test('stays with its signature, is marked everywhere and counts no money', async () => {
    const right = await delivered({ amount: 4, payment_method: 'cash' })
    const wrong = await delivered({ amount: 10, payment_method: 'cash' })
    const before = (await run.read()).body
    expect(await declare(wrong.id)).toMatchObject({
      status: 200,
      body: { status: 'delivered', patient_signature: expect.any(String), recorded_by_mistake: { reason } },
    })
    const mark = { reason, declared_by: pharmacy.admin.user.full_name, declared_at: app.clock.now.toISOString() }
    const proof = (await app.call(readProof, { as: pharmacy.admin, params: { id: wrong.id } })).body
    expect(proof).toMatchObject({ recorded_by_mistake: mark, chain_ok: true, amount: 10 })
    const list = await app.call(deliveries.listDeliveries, { as: pharmacy.admin, query: { delivery_date: today } })
    expect(list.body.find(({ id }: Delivery) => id === wrong.id)).toMatchObject({ recorded_by_mistake: mark })
    expect(list.body.find(({ id }: Delivery) => id === right.id)).toMatchObject({ recorded_by_mistake: null })
    const after = (await run.read()).body
    expect([before.collected.cash, after.collected.cash]).toEqual([14, 4])
    const toClose = { deliveries: 2, delivered: 1, recorded_by_mistake: 1, expected: right.total_copay }
    expect(before.to_close).toMatchObject({ deliveries: 2, delivered: 2, recorded_by_mistake: 0 })
    expect(after.to_close).toMatchObject({ ...toClose, collected: { cash: 4 } })
    const rx = [{ rx_number: wrong.rx_information[0]?.rx_number }]
    const packet = await app.call(readAuditRecords, { as: pharmacy.admin, body: { rx } })
    expect(packet.body[0].deliveries.find(({ id }: Delivery) => id === wrong.id)).toMatchObject({
      recorded_by_mistake: mark,
    })
  })

  test('is declared with a reason, of a delivered package, by managers, and once', async () => {
    const { id } = await delivered()
    expect(await declare(id, { reason: ' ' })).toMatchObject({ status: 422 })
    const as = pharmacy.driver
    expect(await app.call(declareMistake, { as, params: { id }, body: { reason } })).toMatchObject({ status: 403 })
    const open = await run.add()
    expect(await declare(open.id)).toMatchObject({ status: 409, body: { detail: 'This delivery is assigned' } })
    const [one, other] = await Promise.all([declare(id), declare(id, { reason: 'Another' })])
    expect(one.body.recorded_by_mistake).toEqual(other.body.recorded_by_mistake)
  })

  test('is not the patient’s first delivery', async () => {
    const wrong = await delivered()
    expect(await prior(wrong)).toBe(true)
    await declare(wrong.id)
    expect(await prior(wrong)).toBe(false)
    const again = await run.add({ status: 'in_progress', patient_id: wrong.patient_id })
    await run.complete(again.id)
    expect(await prior(wrong)).toBe(true)
    await declare(wrong.id)
    expect(await prior(wrong)).toBe(true)
  })

  test('is not counted as a delivery of its prescription, and the one planned again is named', async () => {
    const wrong = await delivered()
    const rx = [{ rx_number: wrong.rx_information[0]?.rx_number }]
    const records = async () => (await app.call(readAuditRecords, { as: pharmacy.admin, body: { rx } })).body[0]
    expect(await records()).toMatchObject({ found: 'one', deliveries: [{ id: wrong.id }], undelivered: [] })
    await declare(wrong.id)
    const { body: right } = await again(wrong.id)
    expect(await records()).toMatchObject({
      found: 'none',
      deliveries: [{ id: wrong.id, recorded_by_mistake: { reason } }],
      undelivered: [{ id: right.id, status: 'unassigned' }],
    })
  })

  test('is no delivery of the day, neither in its count nor in the bar of its time range', async () => {
    const right = await delivered()
    const wrong = await delivered()
    const day = async () => (await app.call(readDay, { as: pharmacy.admin, query: { date: today } })).body
    expect((await day()).counts.delivered).toBe(2)
    await declare(wrong.id)
    const { counts, slots } = await day()
    expect(counts).toMatchObject({ delivered: 1 })
    expect(slots.find(({ time_range }: Delivery) => time_range === right.time_range)).toMatchObject({ delivered: 1 })
    expect((await run.read()).body.counts).toMatchObject({ deliveries: 2, delivered: 1 })
  })

  test.each([0, 1, 2, 3])(
    'is a first delivery again if both completions are declared mistakes at once, order %i',
    async (order) => {
      const one = await delivered()
      const other = await run.add({ status: 'in_progress', patient_id: one.patient_id })
      await run.complete(other.id)
      await sendTogether(
        () => declare(one.id),
        () => declare(other.id),
        order,
      )
      expect(await prior(one)).toBe(false)
      expect(await problemsIn(app)).toEqual([])
    },
  )

  test.each(['QueryCommand', 'TransactWriteItemsCommand'])(
    'overlooks no delivery of the patient that is completed right before its %s',
    async (command) => {
      const wrong = await delivered()
      const next = await run.add({ status: 'in_progress', patient_id: wrong.patient_id })
      let completions = 0
      const { middlewareStack } = app.services.table.client
      middlewareStack.add(
        (send, { commandName }) =>
          async (args) => {
            if (commandName === command && completions++ === 0) await run.complete(next.id)
            return send(args)
          },
        { step: 'initialize', name: 'completeBefore' },
      )
      try {
        expect((await declare(wrong.id)).status).toBe(200)
      } finally {
        middlewareStack.remove('completeBefore')
      }
      expect(completions).toBeGreaterThan(0)
      expect(await prior(wrong)).toBe(true)
      expect(await problemsIn(app)).toEqual([])
    },
  )

  test('is planned again once, with a link between both deliveries', async () => {
    const wrong = await delivered()
    expect(await again(wrong.id)).toMatchObject({ status: 409 })
    await declare(wrong.id)
    const [one, other] = await Promise.all([again(wrong.id), again(wrong.id)])
    expect([one.status, other.status].sort()).toEqual([201, 409])
    const { body } = one.status === 201 ? one : other
    const { rx_information, total_copay, patient_id, collect_copay } = wrong
    expect(body).toMatchObject({
      ...{ rx_information, total_copay, patient_id, collect_copay },
      ...{ status: 'unassigned', again_of: wrong.id, patient_signature: null, recorded_by_mistake: null },
    })
    const old = await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id: wrong.id } })
    expect(old.body).toMatchObject({ planned_again_as: body.id })
  })

  test('is no package of the recipient’s page, and the one that is planned again is', async () => {
    const wrong = await delivered()
    const token = await doorToken(app, pharmacy, wrong.id)
    const packages = async () => (await app.call(readTracking, { params: { token } })).body.packages
    expect(await packages()).toBe(1)
    await declare(wrong.id)
    await again(wrong.id)
    expect(await packages()).toBe(1)
  })
})
