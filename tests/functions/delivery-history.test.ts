import { describe, expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import { put } from '#functions/data/writes.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import { notesLimit } from '#shared/model/fields.ts'
import { aDelivery, complete } from '#tests/support/builders.ts'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'

const keys = () => keysOf(pharmacy.tenant.id)

/** The largest response that Lambda allows. */
const answerLimitBytes = 6_291_456

/** Creates a delivery with `count` history items, each with notes of the greatest length. */
async function aDeliveryWithHistory(status: DeliveryStatus, count: number, letter: string): Promise<Delivery> {
  const delivery = await aDelivery(app, pharmacy, { status })
  const key = keys().delivery(delivery.id)
  const stored = await app.table.get(key)
  if (!stored) throw new Error('The delivery is not there')
  const [last] = await app.table.queryAll(keys().history(delivery.id), { descending: true })
  if (!last) throw new Error('The delivery has no history')
  const notes = letter.repeat(Math.floor(notesLimit / letter.length))
  const added = Array.from({ length: count - stored.history_count }, (_, i) =>
    put(keys().historyItem(delivery.id, stored.history_count + i), { ...last, _id: crypto.randomUUID(), notes }),
  )
  while (added.length > 0) await app.table.write(...added.splice(0, 50))
  await app.table.write(put(key, { ...stored, history_count: count }))
  return delivery
}

const historyOf = ({ id }: Delivery) => app.call(deliveries.readStatusHistory, { as: pharmacy.driver, params: { id } })
const change = ({ id }: Delivery, status: DeliveryStatus, notes = '') =>
  app.call(deliveries.changeStatus, { as: pharmacy.admin, params: { id }, body: { status, notes } })
const assign = ({ id }: Delivery, pharmacist_id: string | null) =>
  app.call(deliveries.updateDelivery, { as: pharmacy.admin, params: { id }, body: { pharmacist_id } })

const letters = [
  ['ASCII letters', 'x'],
  ['Chinese', '漢'],
  ['emoji', '📦'],
] as const

describe.each(sampleUnlessProof(letters, 2, 3))('500 changes in %s', (_, letter) => {
  test('are accepted and can be read at once', async () => {
    const delivery = await aDeliveryWithHistory('assigned', 498, letter)
    const notes = letter.repeat(Math.floor(notesLimit / letter.length))
    expect(await change(delivery, 'failed', notes)).toMatchObject({ status: 200 })
    expect(await assign(delivery, pharmacy.driver.user.id)).toMatchObject({ status: 200 })
    const { body, text } = await historyOf(delivery)
    expect(body).toHaveLength(500)
    expect(body[1]).toMatchObject({ new_status: 'failed', notes })
    expect(Buffer.byteLength(text)).toBeLessThan(answerLimitBytes)
  })
})

describe('a delivery with 500 changes', () => {
  const refused = { status: 409, body: { detail: 'This delivery has been changed too many times' } }

  test('rejects another status change, but can still be cancelled', async () => {
    const delivery = await aDeliveryWithHistory('assigned', 500, 'x')
    expect(await assign(delivery, null)).toMatchObject(refused)
    expect(await change(delivery, 'failed')).toMatchObject(refused)
    expect(await change(delivery, 'cancelled')).toMatchObject({ status: 200 })
    expect((await historyOf(delivery)).body).toHaveLength(501)
  })
  test('can still be edited', { tags: ['proof'] }, async () => {
    const { id } = await aDeliveryWithHistory('assigned', 500, 'x')
    const body = { refrigerated: true }
    expect(await app.call(deliveries.updateDelivery, { as: pharmacy.admin, params: { id }, body })).toMatchObject({
      status: 200,
    })
  })
  test('can still be completed', { tags: ['proof'] }, async () => {
    const delivery = await aDeliveryWithHistory('in_progress', 500, 'x')
    expect(await complete(app, pharmacy.driver, delivery.id)).toMatchObject({ status: 200 })
    expect((await historyOf(delivery)).body).toHaveLength(501)
  })
})

test('a deleted delivery is not found by any call, but is stored with its history', async () => {
  const { id, delivery_date } = await aDelivery(app, pharmacy, { status: 'assigned' })
  const as = pharmacy.admin
  const params = { id }
  expect(await app.call(deliveries.deleteDelivery, { as, params })).toMatchObject({ status: 204 })
  const unknown = { status: 404, body: { detail: 'Delivery not found' } }
  for (const entry of [deliveries.readDelivery, deliveries.readStatusHistory, deliveries.readPrintData])
    expect(await app.call(entry, { as, params })).toMatchObject(unknown)
  expect(await app.call(deliveries.deleteDelivery, { as, params })).toMatchObject(unknown)
  expect(await app.call(deliveries.updateDelivery, { as, params, body: { refrigerated: true } })).toMatchObject(unknown)
  const lists = [{ delivery_date }, { view: 'current' }, { pharmacist_id: pharmacy.driver.user.id }]
  for (const query of lists) {
    const { body } = await app.call(deliveries.listDeliveries, { as, query })
    expect(body.map((row: Delivery) => row.id)).not.toContain(id)
  }
  expect(await app.table.get(keys().delivery(id))).toMatchObject({ id, deleted_at: app.clock.now.toISOString() })
  expect(await app.table.queryAll(keys().history(id))).toHaveLength(1)
})
