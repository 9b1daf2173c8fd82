import { expect } from 'vitest'
import { listDeliveries } from '#shared/api/deliveries.ts'
import * as proofs from '#shared/api/proofs.ts'
import { updateSettings } from '#shared/api/settings.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { aDelivery, complete, completionData } from '#tests/support/builders.ts'
import { app, test } from '#tests/support/product-test.ts'
import type { Organisation } from '#tests/support/test-app.ts'

let pharmacy: Organisation
test.beforeAll(async () => {
  // This is a Friday afternoon in New York.
  app.clock.now = new Date('2026-03-06T20:00:00Z')
  pharmacy = await app.createPharmacy()
  const body = { truthful_first_delivery: true, time_zone: 'America/New_York' }
  await app.call(updateSettings, { as: pharmacy.admin, body })
})

async function waiting() {
  const { id } = await aDelivery(app, pharmacy, { status: 'in_progress' })
  const data = { ...completionData, counseling_received: false, counseling_outcome: 'call_back' }
  const { status, body } = await complete(app, pharmacy.driver, id, { data })
  expect(status).toBe(200)
  return body
}
const list = async (query = {}) => app.call(proofs.listCallBacks, { as: pharmacy.admin, query })
const listed = async () => (await list()).body.map(({ id }: { id: string }) => id)
/** Returns the reasons for which a delivery is on the attention list. */
const attention = async (id: string) => {
  const { body } = await app.call(listDeliveries, { as: pharmacy.admin, query: { view: 'attention' } })
  return body.find((row: DeliveryRow) => row.id === id)?.attention
}
const callBack = (id: string, body: object) =>
  app.call(proofs.recordCallBack, { as: pharmacy.admin, params: { id }, body })

test('a requested call is due by the end of the next business day, in the organization’s time zone', async () => {
  const delivery = await waiting()
  // This is the end of Monday in New York, which has changed to summer time over the weekend.
  const due_at = '2026-03-10T03:59:59.999Z'
  expect(delivery.call_back_due_at).toBe(due_at)
  const { body } = await list()
  expect(body).toEqual([expect.objectContaining({ id: delivery.id, due_at, patient_name: 'Grace Hopper' })])
  await callBack(delivery.id, { outcome: 'reached' })
})

test('a call without an answer keeps the task, and one with an answer closes it', async () => {
  for (const outcome of ['reached', 'declined']) {
    const { id } = await waiting()
    const tried = await callBack(id, { outcome: 'no_answer', note: 'Rang twice' })
    expect(tried).toMatchObject({ status: 200, body: { call_back_due_at: expect.any(String) } })
    expect(await listed()).toEqual([id])
    expect(await callBack(id, { outcome, note: 'Will ring again if needed' })).toMatchObject({
      status: 200,
      body: { call_back_due_at: null, counseling_outcome: 'call_back' },
    })
    expect(await listed()).toEqual([])
    expect(await callBack(id, { outcome })).toMatchObject({
      status: 409,
      body: { detail: 'No one is waiting for this call' },
    })
    const proof = (await app.call(proofs.readProof, { as: pharmacy.admin, params: { id } })).body
    expect(proof).toMatchObject({ chain_ok: true, counseling_outcome: 'call_back' })
    expect(proof.chain.slice(-2)).toMatchObject([
      { call_back: { outcome: 'no_answer', note: 'Rang twice' } },
      { call_back: { outcome, note: 'Will ring again if needed' } },
    ])
  }
})

test('of two users who report the same call concurrently, one succeeds', async () => {
  const { id } = await waiting()
  const answers = await Promise.all([callBack(id, { outcome: 'reached' }), callBack(id, { outcome: 'declined' })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test.each([[{ outcome: 'busy' }], [{}], [{ outcome: 'reached', note: 7 }]])('%j is rejected', async (body) => {
  const { id } = await waiting()
  expect((await callBack(id, body)).status).toBe(422)
  await callBack(id, { outcome: 'reached' })
})

test('deliveries with accepted or declined counseling need no call', async () => {
  for (const counseling_outcome of ['accepted', 'declined']) {
    const { id } = await aDelivery(app, pharmacy, { status: 'in_progress' })
    const { body } = await complete(app, pharmacy.driver, id, { data: { ...completionData, counseling_outcome } })
    expect(body).toMatchObject({ status: 'delivered', call_back_due_at: null })
    expect((await callBack(id, { outcome: 'reached' })).status).toBe(409)
  }
})

test('the list of calls is paged, most urgent first', async () => {
  const ids: string[] = []
  for (let i = 0; i < 3; i++) ids.push((await waiting()).id)
  const first = await list({ limit: 2 })
  const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const second = await list({ limit: 2, cursor: decodeURIComponent(cursor) })
  expect(second.headers.get('link')).toBeNull()
  const found = [...first.body, ...second.body]
  expect(new Set(found.map(({ id }) => id))).toEqual(new Set(ids))
  expect(found.map(({ due_at }) => due_at)).toEqual(found.map(({ due_at }) => due_at).toSorted())
})

test('a patient who wants a call is on the Attention list until the call is answered', async () => {
  const { id } = await waiting()
  await callBack(id, { outcome: 'no_answer' })
  expect(await attention(id)).toEqual(['call_back'])
  await callBack(id, { outcome: 'reached' })
  expect(await attention(id)).toBeUndefined()
})
