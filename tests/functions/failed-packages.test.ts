import { describe, expect } from 'vitest'
import * as attempts from '#shared/api/attempts.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as searchAndDay from '#shared/api/search-and-day.ts'
import { statusInWords } from '#shared/model/delivery-statuses.ts'
import { addDays } from '#shared/rules/dates.ts'
import { formOf, pngBytes } from '#tests/support/builders.ts'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import { app, pharmacy, run, runDay, runTest as test } from '#tests/support/product-test.ts'

const refused = (detail: string) => ({ status: 409, body: { detail } })
const edit = (id: string, body: object) =>
  app.call(deliveries.updateDelivery, { as: pharmacy.admin, params: { id }, body })
const toStock = (id: string, as = pharmacy.admin) => app.call(attempts.returnToStock, { as, params: { id } })
const newestNote = async (id: string) =>
  (await app.call(deliveries.readStatusHistory, { as: pharmacy.admin, params: { id } })).body[0].notes

describe('a delivery attempt', () => {
  test('is stored with its reason, its note and both clock times', async () => {
    const { id } = await run.add({ status: 'in_progress' })
    const attempt = { reason: 'refused', note: 'Wrong pharmacy', captured_at: '2026-11-23T13:58:00.000Z' }
    expect(await run.attempt(id, attempt)).toMatchObject({
      status: 200,
      body: {
        status: 'failed',
        returned_at: null,
        attempts: [{ ...attempt, attempted_at: app.clock.now.toISOString(), attempted_by: 'Dora Driver' }],
      },
    })
  })

  test('keeps a photo of the door, which the delivery shows, and a list does not', async () => {
    const { id } = await run.add({ status: 'in_progress' })
    const send = (photo: Uint8Array<ArrayBuffer>) =>
      app.call(attempts.recordAttempt, {
        as: pharmacy.driver,
        params: { id },
        form: formOf({ reason: 'no_answer', note: 'Rang twice' }, photo),
      })
    expect(await send(new TextEncoder().encode('no picture'))).toMatchObject({ status: 415 })
    const { status, body } = await send(pngBytes)
    expect(status).toBe(200)
    expect(body.attempts).toMatchObject([{ reason: 'no_answer', note: 'Rang twice', photo: expect.any(String) }])
    expect(body.attempts[0]).not.toHaveProperty('photo_key')
    const read = await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id } })
    const answer = await fetch(read.body.attempts[0].photo)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    const { body: rows } = await app.call(deliveries.listDeliveries, {
      as: pharmacy.admin,
      query: { view: 'attention' },
    })
    const row = rows.find((one: { id: string }) => one.id === id)
    expect(row.last_attempt).toMatchObject({ note: 'Rang twice' })
    expect(Object.keys(row.last_attempt)).not.toEqual(expect.arrayContaining(['photo']))
  })

  const labels = [
    ['no_answer', 'No answer'],
    ['refused', 'Refused'],
    ['wrong_address', 'Wrong address'],
    ['patient_moved', 'Patient moved'],
    ['business_closed', 'Business closed'],
    ['no_safe_place', 'No safe place'],
    ['no_photo_id', 'No photo ID'],
    ['no_payment', 'No payment'],
    ['damaged', 'Damaged'],
    ['other', 'Other'],
  ]
  test.each(sampleUnlessProof(labels, 1, 4))(
    'with the reason %s appears in the history as %s',
    async (reason, label) => {
      const { id } = await run.add({ status: 'in_progress' })
      await run.attempt(id, { reason, note: 'At noon' })
      expect(await newestNote(id)).toBe(`${label}: At noon`)
    },
  )

  test('without a note appears with its reason only; the reason Other needs a note', async () => {
    const { id } = await run.add({ status: 'in_progress' })
    expect(await run.attempt(id, { reason: 'other' })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'note'], msg: 'Say what happened' }] },
    })
    await run.attempt(id)
    expect(await newestNote(id)).toBe('No answer')
  })

  test('is only possible for a delivery in progress', async () => {
    const { id } = await run.add()
    expect(await run.attempt(id)).toMatchObject(refused('Cannot change status from assigned to failed'))
  })
})

describe('a failed package', () => {
  async function failed() {
    const { id } = await run.add({ status: 'in_progress' })
    await run.attempt(id)
    return id
  }

  test('can be returned only once', async () => {
    const id = await failed()
    const first = await run.bringBack(id)
    expect(first).toMatchObject({ status: 200, body: { status: 'failed', returned_at: app.clock.now.toISOString() } })
    app.clock.now = new Date(app.clock.now.getTime() + 60_000)
    expect((await run.bringBack(id)).body).toEqual(first.body)
  })

  test('cannot be returned if it did not fail', async () => {
    const { id } = await run.add()
    expect(await run.bringBack(id)).toMatchObject(refused('This delivery is assigned'))
  })

  test('can go back to stock after its return', async () => {
    const id = await failed()
    expect(await toStock(id)).toMatchObject(refused('This package is not back yet'))
    await run.bringBack(id)
    expect(await toStock(id)).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    expect(await newestNote(id)).toBe('Returned to stock')
    expect(await toStock(id)).toMatchObject(refused('Cannot change status from cancelled to cancelled'))
  })

  test('is retried from the start: its loading and return are cleared, and attempts stay', async () => {
    const { id } = await run.add()
    await run.load(id)
    await run.start()
    await run.attempt(id)
    await run.bringBack(id)
    expect(await edit(id, { pharmacist_id: pharmacy.driver.user.id })).toMatchObject({
      body: { status: 'assigned', loaded_at: null, returned_at: null, attempts: [{ reason: 'no_answer' }] },
    })
    await run.start({ include_not_loaded: true })
    await run.attempt(id, { reason: 'refused' })
    expect((await run.read()).body.deliveries[0].attempts).toMatchObject([
      { reason: 'no_answer' },
      { reason: 'refused' },
    ])
  })

  test('is rescheduled in one step, with the same pharmacist, another one or none', async () => {
    const next = { delivery_date: addDays(runDay, 1), time_range: '15:00-18:00' }
    const [same, other, nobody] = [await failed(), await failed(), await failed()]
    expect((await edit(same, next)).body).toMatchObject({ ...next, status: 'assigned', pharmacist_name: 'Dora Driver' })
    expect(await newestNote(same)).toBe('Rescheduled to Nov 24')
    const { id } = pharmacy.pharmacist.user
    expect((await edit(other, { ...next, pharmacist_id: id })).body).toMatchObject({
      status: 'assigned',
      pharmacist_id: id,
    })
    expect((await edit(nobody, { ...next, pharmacist_id: null })).body).toMatchObject({
      status: 'unassigned',
      pharmacist_id: null,
    })
  })

  test('cannot be rescheduled into the past or edited otherwise', async () => {
    const id = await failed()
    const past = { delivery_date: addDays(runDay, -1), time_range: '15:00-18:00' }
    expect(await edit(id, past)).toMatchObject({ body: { detail: [{ msg: 'Delivery date cannot be in the past' }] } })
    expect(await edit(id, { delivery_date: runDay, delivery_notes: 'Ring' })).toMatchObject(
      refused('A delivery that is failed cannot be edited'),
    )
  })
})

test('a package that is in progress or handed over cannot be rescheduled, alone or in bulk', async () => {
  const next = { delivery_date: addDays(runDay, 1), time_range: '15:00-18:00' }
  for (const status of ['in_progress', 'delivered', 'cancelled'] as const) {
    const { id } = await run.add({ status })
    const detail = `A delivery that is ${statusInWords(status)} cannot be edited`
    for (const body of [next, { ...next, pharmacist_id: null }, { delivery_date: next.delivery_date }])
      expect(await edit(id, body)).toMatchObject(refused(detail))
    const many = { as: pharmacy.admin, body: { ids: [id], change: next } }
    expect((await app.call(searchAndDay.changeDeliveries, many)).body).toEqual([{ id, ok: false, detail }])
  }
})

test('a failed package can be rescheduled while its run is closed, and starts after the confirmation', async () => {
  const { id } = await run.add({ status: 'in_progress' })
  await run.attempt(id)
  await run.bringBack(id)
  expect((await run.close()).body).toMatchObject({ state: 'closed', closings: [{ deliveries: 1 }] })
  const again = { delivery_date: runDay, time_range: '15:00-18:00' }
  expect(await edit(id, again)).toMatchObject({ status: 200, body: { status: 'assigned' } })
  for (const answer of [await run.load(id), await run.start({ include_not_loaded: true })])
    expect(answer).toMatchObject(refused('This run is closed'))
  expect((await run.read()).body).toMatchObject({ state: 'closed', closings: [{ deliveries: 1 }] })
  await run.confirm({})
  expect((await run.start({ include_not_loaded: true })).body).toMatchObject({ state: 'out', counts: { out: 1 } })
})

test.each(['pending', 'unassigned', 'assigned'] as const)(
  'a package that is %s can go back to stock',
  async (status) => {
    const { id } = await run.add({ status })
    expect(await toStock(id)).toMatchObject({ status: 200, body: { status: 'cancelled' } })
  },
)

test('an unassigned package returned to stock is listed under past deliveries without a pharmacist', async () => {
  const { id } = await run.add({ status: 'unassigned', pharmacist_id: null })
  await toStock(id)
  const query = { view: 'past', pharmacist_id: 'null' }
  const { body } = await app.call(deliveries.listDeliveries, { as: pharmacy.admin, query })
  expect(body).toMatchObject([{ id, status: 'cancelled', pharmacist_id: null }])
})

test('a package in progress cannot be returned, and a driver cannot return packages to stock', async () => {
  const { id } = await run.add({ status: 'in_progress' })
  expect(await toStock(id)).toMatchObject(refused('This package is not back yet'))
  expect((await toStock(id, pharmacy.driver)).status).toBe(403)
})
