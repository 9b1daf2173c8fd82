import { describe, expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import { put } from '#functions/data/writes.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as proofs from '#shared/api/proofs.ts'
import * as runs from '#shared/api/runs.ts'
import { updateUser } from '#shared/api/users.ts'
import type { RunClosing } from '#shared/model/run.ts'
import { addDays, utcDate } from '#shared/rules/dates.ts'
import { complete, completionData } from '#tests/support/builders.ts'
import { passSeconds } from '#tests/support/clock.ts'
import { app, pharmacy, freshPharmacyTest as test } from '#tests/support/product-test.ts'
import { type RunCalls, runCallsOf } from '#tests/support/run-calls.ts'
import type { Person } from '#tests/support/test-app.ts'

let run: RunCalls
test.beforeEach(async () => {
  run = runCallsOf(app, pharmacy, { person: pharmacy.driver, date: utcDate(app.clock.now) })
})

const refused = (detail: string) => ({ status: 409, body: { detail } })
const invalid = (field: string, msg: string) => ({ status: 422, body: { detail: [{ loc: ['body', field], msg }] } })
/** The refusal of a confirmation whose counts differ and that gives no reason. The response may name other problems, too. */
const withoutReason = {
  status: 422,
  body: {
    detail: expect.arrayContaining([
      expect.objectContaining({ loc: ['body', 'reason'], msg: 'Say why the counts differ' }),
    ]),
  },
}
const none = { cash: 0, check: 0, card: 0, prepaid: 0, none: 0, unspecified: 0 }

/** Adds deliveries to the run, with $10.10 to collect for each, starts the run, and returns their ids. */
async function started(count: number) {
  const made = []
  for (let i = 0; i < count; i++) made.push((await run.add({ collect_copay: true })).id)
  await run.start({ include_not_loaded: true })
  return made
}

/** Returns what a handover says was to be handed over: what was expected, less and plus its differences, in dollars. */
function explainedSum({ expected, owing, back, mistakes, extra }: RunClosing) {
  const sum = (parts: RunClosing['owing']) => parts.reduce((total, { amount }) => total + amount, 0)
  return Number((expected - sum(owing) - sum(back) - sum(mistakes) + sum(extra)).toFixed(2))
}

/** Stores a correction's result directly: the amount and the method that now apply. */
async function correct(id: string, fields: object) {
  const key = keysOf(pharmacy.tenant.id).delivery(id)
  const stored = await app.table.get(key)
  if (stored) await app.table.write(put(key, { ...stored, ...fields }))
}

describe('closing a run', () => {
  test('covers what was delivered and returned, with money by method', async () => {
    const [cash = '', card = '', back = ''] = await started(3)
    await run.complete(cash, { amount: 10.1, payment_method: 'cash' })
    await run.complete(card, { amount: 5.05, payment_method: 'card' })
    await run.attempt(back)
    await run.bringBack(back)
    const collected = { ...none, cash: 10.1, card: 5.05 }
    expect((await run.read()).body).toMatchObject({
      state: 'back',
      expected: 30.3,
      collected,
      to_close: { deliveries: 3, delivered: 2, expected: 30.3, collected },
    })
    const { status, body } = await run.close({ cash: 10.1, card: 5.05 }, 'All there')
    expect([status, body.state]).toEqual([200, 'closed'])
    expect(body.closings).toEqual([
      {
        closed_by: { id: pharmacy.driver.user.id, full_name: 'Dora Driver' },
        closed_at: app.clock.now.toISOString(),
        counted: { cash: 10.1, check: 0, card: 5.05 },
        note: 'All there',
        confirmed_by: null,
        confirmed_at: null,
        confirmed_counted: null,
        reason: '',
        deliveries: 3,
        expected: 30.3,
        collected,
        adjustment: none,
        owing: [{ delivery_id: card, patient_name: 'Grace Hopper', amount: 5.05 }],
        back: [{ delivery_id: back, patient_name: 'Grace Hopper', amount: 10.1 }],
        extra: [],
        mistakes: [],
        blind_count: null,
        corrections: [],
      },
    ])
    expect((await run.read()).body).toEqual(body)
  })

  test('explains its sum: expected, less what came back and what is owed, plus what was collected beyond', async () => {
    const [paid = '', part = '', back = '', more = ''] = await started(4)
    await run.complete(paid, { amount: 10.1, payment_method: 'cash' })
    await run.complete(part, { amount: 4, payment_method: 'cash' })
    await run.complete(more, { amount: 12, payment_method: 'cash' })
    await run.attempt(back)
    await run.bringBack(back)
    const { to_close } = (await run.read()).body
    expect(to_close).toMatchObject({
      expected: 40.4,
      back: [{ delivery_id: back, amount: 10.1 }],
      owing: [{ delivery_id: part, amount: 6.1 }],
      extra: [{ delivery_id: more, amount: 1.9 }],
      collected: { cash: 26.1 },
    })
  })

  test.each(['before', 'after'])(
    'explains its sum if a completion is declared a mistake %s the confirmation',
    async (when) => {
      const [right = '', wrong = ''] = await started(2)
      await run.complete(right, { amount: 10.1, payment_method: 'cash' })
      await run.complete(wrong, { amount: 4, payment_method: 'cash' })
      await run.close({ cash: 14.1 })
      if (when === 'after') await run.confirm({ counted: { cash: 14.1 } })
      // It is declared at the same moment, by a server whose clock is a little behind.
      passSeconds(app, -0.005)
      await app.call(proofs.declareMistake, {
        as: pharmacy.admin,
        params: { id: wrong },
        body: { reason: 'Wrong door' },
      })
      const [closing] = (await run.read()).body.closings
      expect(closing).toMatchObject({ expected: 20.2, owing: [], extra: [] })
      expect(closing.mistakes).toMatchObject([{ delivery_id: wrong, amount: 10.1 }])
      expect(explainedSum(closing)).toBe(10.1)
    },
  )

  test('explains its sum if a package that came back is planned for another day before the confirmation', async () => {
    const [paid = '', back = ''] = await started(2)
    await run.complete(paid, { amount: 10.1, payment_method: 'cash' })
    await run.attempt(back)
    await run.bringBack(back)
    await run.close({ cash: 10.1 })
    const body = { delivery_date: addDays(utcDate(app.clock.now), 1), time_range: '09:00-12:00' }
    const moved = await app.call(deliveries.updateDelivery, { as: pharmacy.admin, params: { id: back }, body })
    expect(moved.status).toBe(200)
    const [closing] = (await run.read()).body.closings
    expect(closing.back).toMatchObject([{ delivery_id: back, amount: 10.1 }])
    expect(explainedSum(closing)).toBe(10.1)
  })

  test('leaves a package that someone else took over while it was out to their handover alone', async () => {
    const [own = '', taken = '', managed = ''] = await started(3)
    const other = await app.join(pharmacy.tenant, { full_name: 'Otto Other', roles: pharmacy.driver.user.roles })
    await run.complete(own)
    // A viewer takes the package over at its door, and a manager gives the other one to them.
    await complete(app, other, taken, { data: { ...completionData, amount: 10.1, payment_method: 'cash' } })
    const body = { pharmacist_id: other.user.id }
    await app.call(deliveries.updateDelivery, { as: pharmacy.admin, params: { id: managed }, body })
    await complete(app, other, managed)
    expect((await run.read()).body.to_close).toMatchObject({ deliveries: 1, delivered: 1, expected: 10.1 })
    expect((await run.close()).body.closings).toMatchObject([{ deliveries: 1, expected: 10.1 }])
    const theirs = runCallsOf(app, pharmacy, { person: other, date: utcDate(app.clock.now) })
    expect((await theirs.read()).body.to_close).toMatchObject({
      deliveries: 2,
      delivered: 2,
      collected: { cash: 10.1 },
    })
  })

  test('is for people who manage deliveries if the driver can no longer sign in', async () => {
    const [id = ''] = await started(1)
    await run.complete(id, { amount: 10.1, payment_method: 'cash' })
    const close = () => run.call(runs.closeRun, { counted: { cash: 10.1 } }, { as: pharmacy.admin })
    expect(await close()).toMatchObject({ status: 403 })
    const params = { id: pharmacy.driver.user.id }
    await app.call(updateUser, { as: pharmacy.admin, params, body: { is_active: false } })
    expect((await run.read(pharmacy.admin)).body.former_driver).toBe(true)
    expect((await app.call(runs.listRuns, { as: pharmacy.admin })).body).toMatchObject([{ former_driver: true }])
    expect(await close()).toMatchObject({
      status: 200,
      body: { state: 'closed', closings: [{ closed_by: { full_name: 'Ada Admin' }, collected: { cash: 10.1 } }] },
    })
    expect(await run.confirm({ counted: { cash: 10.1 } })).toMatchObject(refused('Someone else has to confirm'))
  })

  test('waits for deliveries in progress and failed ones not yet returned', async () => {
    const [one = '', two = ''] = await started(2)
    expect(await run.close()).toMatchObject(refused('2 deliveries are still out'))
    await run.complete(one)
    expect(await run.close()).toMatchObject(refused('1 delivery is still out'))
    await run.attempt(two)
    expect(await run.close()).toMatchObject(refused('1 delivery is still out'))
    await run.bringBack(two)
    expect(await run.close()).toMatchObject({ status: 200 })
    expect(await run.close()).toMatchObject(refused('This run is closed'))
  })

  test('is only for its driver, once the run has started', async () => {
    await run.add()
    expect(await run.close()).toMatchObject(refused('Nothing has gone out since the last handover'))
    expect(await run.call(runs.closeRun, { counted: {} }, { as: pharmacy.admin })).toMatchObject({
      status: 403,
      body: { detail: 'Only the driver of this run can close it' },
    })
  })

  test('counts a payment without a method as unspecified and adds nothing for none', async () => {
    const [one = '', two = ''] = await started(2)
    expect((await run.complete(one, { amount: 3 })).body).toMatchObject({ payment_method: null })
    expect((await run.complete(two, { amount: 0 })).body).toMatchObject({ payment_method: 'none' })
    expect((await run.read()).body.collected).toEqual({ ...none, unspecified: 3 })
  })

  test('accepts only the five methods', async () => {
    const [one = ''] = await started(1)
    expect(await run.complete(one, { payment_method: 'gold' })).toMatchObject(
      invalid('payment_method', 'Must be cash, check, card, prepaid or none'),
    )
  })
})

describe('confirming a run', () => {
  async function closed(amount = 10.1) {
    const [id = ''] = await started(1)
    await run.complete(id, { amount, payment_method: 'cash' })
    await run.close({ cash: amount })
    return id
  }

  test('is for another user and stores both counts and both names', async () => {
    await closed()
    const { body } = await run.confirm({ counted: { cash: 10.1 } })
    expect(body.state).toBe('confirmed')
    expect(body.closings).toMatchObject([
      {
        closed_by: { full_name: 'Dora Driver' },
        confirmed_by: { id: pharmacy.admin.user.id, full_name: 'Ada Admin' },
        confirmed_at: app.clock.now.toISOString(),
        confirmed_counted: { cash: 10.1, check: 0, card: 0 },
        reason: '',
      },
    ])
    expect(await run.confirm({ counted: { cash: 10.1 } })).toMatchObject(refused('This run is not closed'))
  })

  test('reveals the first count only to those who have counted, and then where they differ', async () => {
    await closed()
    const counted = async (as?: Person) => (await run.read(as)).body.closings[0].counted
    expect(await counted()).toEqual({ cash: 10.1, check: 0, card: 0 })
    expect(await counted(pharmacy.admin)).toBe(null)
    const differs = { counted: { cash: 9.1 } }
    expect((await run.confirm(differs)).body.detail).toMatchObject([
      { loc: ['body', 'reason'] },
      { loc: ['body', 'counted', 'cash'], msg: '$10.10 collected, $10.10 counted by Dora Driver' },
    ])
    expect(await counted(pharmacy.admin)).toBe(null)
    await run.confirm({ ...differs, reason: 'A dollar is missing' })
    expect(await counted(pharmacy.admin)).toMatchObject({ cash: 10.1 })
    await run.reopen()
    expect(await counted(pharmacy.admin)).toBe(null)
  })

  test('keeps the first blind count, and needs a reason for a second one made after seeing the driver’s', async () => {
    await closed()
    const blind = { cash: 9.1, check: 0, card: 0 }
    expect(await run.confirm({ counted: blind })).toMatchObject(withoutReason)
    expect(await run.confirm({ counted: { cash: 10.1 } })).toMatchObject(withoutReason)
    expect((await run.read(pharmacy.admin)).body.closings[0].blind_count).toBeNull()
    const { body } = await run.confirm({ counted: { cash: 10.1 }, reason: 'Counted again: a bill stuck' })
    expect(body.closings[0]).toMatchObject({
      confirmed_counted: { cash: 10.1 },
      blind_count: { counted: blind, counted_by: { full_name: 'Ada Admin' } },
    })
  })

  test('is not for the user who closed it, even if they manage deliveries', async () => {
    run = runCallsOf(app, pharmacy, { person: pharmacy.pharmacist, date: utcDate(app.clock.now) })
    await closed()
    expect(await run.confirm({ counted: { cash: 10.1 } }, pharmacy.pharmacist)).toMatchObject(
      refused('Someone else has to confirm'),
    )
  })

  test('needs a reason if a sum differs from the amount collected by its method', async () => {
    await closed()
    const differs = { counted: { cash: 9.1 } }
    expect(await run.confirm(differs)).toMatchObject(withoutReason)
    expect(await run.confirm({ counted: { cash: 10.1, check: 1 } })).toMatchObject({ status: 422 })
    expect((await run.confirm({ ...differs, reason: 'A dollar is missing' })).body.closings).toMatchObject([
      { counted: { cash: 10.1 }, confirmed_counted: { cash: 9.1 }, reason: 'A dollar is missing' },
    ])
  })

  test('may count unspecified payments with any method and needs a reason only if the money differs', async () => {
    const [cash = '', unsaid = ''] = await started(2)
    await run.complete(cash, { amount: 3, payment_method: 'cash' })
    await run.complete(unsaid, { amount: 20 })
    await run.close({ cash: 23 })
    for (const counted of [{ cash: 23 }, { cash: 3, check: 20 }, { cash: 8, check: 5, card: 10 }]) {
      expect(await run.confirm({ counted })).toMatchObject({ status: 200, body: { closings: [{ reason: '' }] } })
      await run.reopen()
    }
    for (const counted of [{ cash: 22 }, { cash: 24 }, { cash: 2, check: 21 }, {}])
      expect(await run.confirm({ counted })).toMatchObject(withoutReason)
  })

  test('includes earlier corrections, and lists later ones beside it', async () => {
    const id = await closed()
    await correct(id, { amount: 910 })
    expect((await run.read()).body.closings).toMatchObject([{ collected: { cash: 9.1 }, adjustment: none }])
    expect((await run.confirm({ counted: { cash: 9.1 } })).status).toBe(200)
    await correct(id, { amount: 1010, payment_method: 'check' })
    expect((await run.read()).body.closings).toMatchObject([
      { collected: { cash: 9.1, check: 0 }, adjustment: { ...none, cash: -9.1, check: 10.1 } },
    ])
  })

  test('lists the driver’s own corrections with the old values and needs a reason for them', async () => {
    const own = pharmacy.pharmacist
    run = runCallsOf(app, pharmacy, { person: own, date: utcDate(app.clock.now) })
    const id = await closed()
    const correction = { field: 'amount', value: 8, reason: 'She gave eight' }
    const corrected = { as: own, params: { id }, body: correction }
    expect((await app.call(proofs.correctDelivery, corrected)).status).toBe(201)
    const others = { as: pharmacy.admin, params: { id }, body: { ...correction, value: 9 } }
    await app.call(proofs.correctDelivery, others)
    const named = {
      delivery_id: id,
      patient_name: 'Grace Hopper',
      corrected_by_name: own.user.full_name,
      field: 'amount',
      from: 10.1,
      to: 8,
      reason: 'She gave eight',
    }
    expect((await run.read(pharmacy.admin)).body.closings).toMatchObject([{ corrections: [named] }])
    const counted = { cash: 9 }
    expect((await run.confirm({ counted })).body.detail).toEqual([
      { loc: ['body', 'reason'], msg: 'Say why an amount was corrected', type: 'value_error' },
    ])
    expect((await run.confirm({ counted, reason: 'The patient says so too' })).status).toBe(200)
    passSeconds(app, 1)
    await app.call(proofs.correctDelivery, { ...corrected, body: { ...correction, value: 7 } })
    expect((await run.read()).body.closings).toMatchObject([{ corrections: [{ to: 8 }], adjustment: { cash: -2 } }])
  })

  test('lets remaining packages go out again, and the next close covers only those', async () => {
    await closed()
    const [second = ''] = [(await run.add()).id]
    await run.confirm({ counted: { cash: 10.1 } })
    expect((await run.read()).body.state).toBe('confirmed')
    expect((await run.start({ include_not_loaded: true })).body.state).toBe('out')
    await run.complete(second, { amount: 2, payment_method: 'check' })
    const { body } = await run.close({ check: 2 })
    expect(body.closings).toMatchObject([
      { deliveries: 1, collected: { cash: 10.1 } },
      { deliveries: 1, collected: { ...none, check: 2 } },
    ])
  })
})

test('a package handed over twice counts its money once, in its last run', async () => {
  const [id = ''] = await started(1)
  await run.attempt(id)
  await run.bringBack(id)
  await run.close()
  await run.confirm({})
  const again = { as: pharmacy.admin, params: { id }, body: { delivery_date: run.params.date } }
  expect((await app.call(deliveries.updateDelivery, again)).status).toBe(200)
  await run.start({ include_not_loaded: true })
  await run.complete(id, { amount: 10.1, payment_method: 'cash' })
  const empty = { deliveries: 1, collected: none, adjustment: none }
  const { closings, to_close } = (await run.read()).body
  expect([closings, to_close]).toMatchObject([[empty], { collected: { ...none, cash: 10.1 } }])
  await run.close({ cash: 10.1 })
  const second = { deliveries: 1, collected: { ...none, cash: 10.1 }, adjustment: none }
  expect((await run.confirm({ counted: { cash: 10.1 } })).body.closings).toMatchObject([empty, second])
  await run.reopen()
  expect((await run.reopen()).body).toMatchObject({
    closings: [empty],
    to_close: { deliveries: 1, collected: { ...none, cash: 10.1 } },
  })
})

describe('reopening a run', () => {
  test('undoes the confirmation first and then the close', async () => {
    const [id = ''] = await started(1)
    await run.complete(id, { amount: 1, payment_method: 'cash' })
    await run.close({ cash: 1 })
    await run.confirm({ counted: { cash: 1 } })
    const unconfirmed = (await run.reopen()).body
    expect(unconfirmed).toMatchObject({ state: 'closed', closings: [{ confirmed_by: null, confirmed_counted: null }] })
    expect(await run.reopen()).toMatchObject({ status: 200, body: { state: 'back', closings: [] } })
    expect(await run.reopen()).toMatchObject(refused('This run is not closed'))
    expect((await run.close({ cash: 1 })).body.closings).toMatchObject([{ deliveries: 1 }])
  })

  test('needs a reason and a run that has not started again', async () => {
    const [id = ''] = await started(1)
    await run.complete(id, { amount: 0 })
    await run.close()
    expect(await run.reopen('')).toMatchObject(invalid('reason', 'Say why'))
    await run.confirm({})
    await started(1)
    expect(await run.reopen()).toMatchObject(refused('1 delivery is still out'))
  })
})
