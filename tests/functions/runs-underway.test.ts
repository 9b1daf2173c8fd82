import { describe, expect } from 'vitest'
import * as deliveries from '#shared/api/deliveries.ts'
import * as runs from '#shared/api/runs.ts'
import type { RunDelivery } from '#shared/model/run.ts'
import { addDays } from '#shared/rules/dates.ts'
import { aDelivery } from '#tests/support/builders.ts'
import { app, pharmacy, run, runDay, runTest as test } from '#tests/support/product-test.ts'
import { runCallsOf } from '#tests/support/run-calls.ts'
import type { Person } from '#tests/support/test-app.ts'
import { watchReads } from '#tests/support/watch-reads.ts'

const refused = (detail: string) => ({ status: 409, body: { detail } })
const closed = refused('This run is closed')
const readDelivery = async (id: string) =>
  (await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id } })).body
const assignTo = (id: string, to: Person | null) =>
  app.call(deliveries.updateDelivery, {
    as: pharmacy.admin,
    params: { id },
    body: { pharmacist_id: to?.user.id ?? null },
  })

describe('a run', () => {
  test('has the assigned, started, failed and delivered deliveries of one driver and day', async () => {
    const stored = []
    for (const status of ['assigned', 'in_progress', 'failed', 'delivered'] as const)
      stored.push(await run.add({ status }))
    for (const status of ['pending', 'cancelled'] as const) await run.add({ status })
    await run.add({ delivery_date: addDays(runDay, 1) })
    await aDelivery(app, { ...pharmacy, driver: pharmacy.pharmacist }, { status: 'assigned', delivery_date: runDay })
    const { status, body } = await run.read()
    expect(status).toBe(200)
    expect(body.deliveries.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      stored.map(({ id }) => id).toSorted(),
    )
    expect(body).toMatchObject({
      person: { id: pharmacy.driver.user.id, full_name: 'Dora Driver' },
      date: runDay,
      state: 'out',
      counts: { stops: 4, deliveries: 4, to_do: 1, out: 1, delivered: 1, failed: 1, not_loaded: 1 },
    })
  })

  test('keeps the stop number of a package that was added while it was out when others are added after it', async () => {
    await run.add()
    await run.start({ include_not_loaded: true })
    const added: string[] = []
    for (const time_range of ['18:00-21:00', '15:00-18:00', '12:00-15:00', '09:00-12:00'] as const) {
      const { id } = await run.add({ time_range, status: 'unassigned' })
      app.clock.now = new Date(app.clock.now.getTime() + 60_000)
      expect((await assignTo(id, pharmacy.driver)).status).toBe(200)
      added.push(id)
      const { body } = await run.read()
      const stops = added.map((one) => body.deliveries.find((found: RunDelivery) => found.id === one)?.stop)
      expect(stops).toEqual(added.map((_, i) => i + 2))
      const { body: listed } = await app.call(runs.listRuns, { as: pharmacy.admin, query: { date: runDay } })
      expect(listed[0]?.delivery_ids.slice(1)).toEqual(added)
    }
  })

  test('without deliveries is planned and empty', async () => {
    expect(await run.read()).toMatchObject({
      status: 200,
      body: { state: 'planned', version: 0, deliveries: [], closings: [], counts: { deliveries: 0, stops: 0 } },
    })
  })

  test('returns what the driver needs at the door and nothing else', async () => {
    await run.add({ require_photo_id: true, collect_copay: true, lien_form: true, delivery_notes: 'Ring twice' })
    const { body } = await run.read()
    const [delivery] = body.deliveries
    expect(Object.keys(delivery).toSorted()).toMatchInlineSnapshot(`
      [
        "access_notes",
        "amount_due",
        "apt_suite_building",
        "asked",
        "attempts",
        "city",
        "collect_copay",
        "completed_at",
        "delivery_address",
        "delivery_date",
        "delivery_notes",
        "external_id",
        "first_delivery",
        "id",
        "is_business_address",
        "language",
        "loaded_at",
        "needs",
        "patient_id",
        "patient_name",
        "pharmacist_id",
        "pharmacist_name",
        "phone",
        "recipient_notes",
        "recorded_by_mistake",
        "refrigerated",
        "return_by",
        "return_state",
        "returned_at",
        "rx_count",
        "sku_count",
        "state",
        "status",
        "stop",
        "time_range",
        "total_copay",
        "total_price",
        "version",
        "zip_code",
      ]
    `)
    expect(delivery).toMatchObject({
      stop: 1,
      loaded_at: null,
      needs: { photo_id: true, refrigerated: false, signature: false, forms: ['lien_form'] },
      amount_due: 10.1,
      access_notes: 'Gate code 4711#, beware of the dog',
      delivery_notes: 'Ring twice',
      language: 'english',
      attempts: [],
      returned_at: null,
      return_by: null,
    })
    expect(JSON.stringify(body)).not.toMatch(/RX-1|SKU-1|grace@example/)
  })

  test('marks each package that is its patient’s first delivery', async () => {
    const known = await run.add({ status: 'delivered' })
    const [later, first] = [await run.add({ patient_id: known.patient_id }), await run.add()]
    const firsts = async () =>
      Object.fromEntries((await run.read()).body.deliveries.map((one: RunDelivery) => [one.id, one.first_delivery]))
    expect(await firsts()).toEqual({ [known.id]: false, [later.id]: false, [first.id]: true })
    expect((await run.load(first.id)).body).toMatchObject({ first_delivery: true })
    expect((await run.start()).body.deliveries).toMatchObject([{}, {}, {}])
    await run.complete(first.id)
    expect(await firsts()).toMatchObject({ [first.id]: false })
  })

  test('is visible only to its driver and to users who manage deliveries', async () => {
    const other = await app.join(pharmacy.tenant, { roles: pharmacy.driver.user.roles })
    expect((await run.read(pharmacy.pharmacist)).status).toBe(200)
    expect(await run.read(other)).toMatchObject({
      status: 403,
      body: { detail: "You don't have the required permission: delivery.edit_orders" },
    })
  })
})

describe('GET /api/runs', () => {
  test('lists all drivers with deliveries, by name, and then the unassigned ones', async () => {
    const phils = runCallsOf(app, pharmacy, { person: pharmacy.pharmacist, date: runDay })
    await run.add({ status: 'delivered', collect_copay: true })
    const later = await phils.add({ time_range: '15:00-18:00' })
    const sooner = await phils.add({ status: 'in_progress' })
    await aDelivery(app, pharmacy, { status: 'unassigned', delivery_date: runDay })
    await aDelivery(app, pharmacy, { status: 'pending', delivery_date: runDay })
    const { body } = await app.call(runs.listRuns, { as: pharmacy.admin, query: { date: runDay } })
    expect(body.map(({ person: who }: { person: { full_name: string } | null }) => who?.full_name)).toEqual([
      'Dora Driver',
      'Phil Pharmacist',
      undefined,
    ])
    expect(body).toMatchObject([
      { state: 'back', date: runDay, expected: 10.1, collected: { unspecified: 10.5 }, counts: { delivered: 1 } },
      {
        state: 'out',
        delivery_ids: [sooner.id, later.id],
        counts: { stops: 2, deliveries: 2, to_do: 1, out: 1, not_loaded: 1 },
      },
      { person: null, state: 'planned', version: 0, counts: { deliveries: 1 } },
    ])
  })

  test('is for the organization’s today by default, and empty without deliveries', async () => {
    await run.add()
    expect((await app.call(runs.listRuns, { as: pharmacy.admin })).body).toHaveLength(1)
    const query = { date: addDays(runDay, 1) }
    expect((await app.call(runs.listRuns, { as: pharmacy.admin, query })).body).toEqual([])
  })
})

describe('the order of a run', () => {
  const order = (delivery_ids: string[], headers = {}) => run.call(runs.setRunOrder, { delivery_ids }, { headers })
  const idsOf = ({ body }: { body: { deliveries: { id: string }[] } }) => body.deliveries.map(({ id }) => id)

  test('is by time slot until changed; deliveries that a change omits come last', async () => {
    const late = await run.add({ time_range: '15:00-18:00' })
    const early = await run.add({ time_range: '09:00-12:00' })
    const noon = await run.add({ time_range: '12:00-15:00' })
    expect(idsOf(await run.read())).toEqual([early.id, noon.id, late.id])
    expect(idsOf(await order([late.id, noon.id]))).toEqual([late.id, noon.id, early.id])
    expect(idsOf(await order([early.id]))).toEqual([early.id, late.id, noon.id])
    expect(idsOf(await run.read())).toEqual([early.id, late.id, noon.id])
  })

  test('raises the version of the run, and an outdated change is rejected', async () => {
    const { id } = await run.add()
    expect(await order([id], { 'if-match': '0' })).toMatchObject({ status: 200, body: { version: 1 } })
    expect(await order([id], { 'if-match': '"0"' })).toMatchObject(
      refused('This run was changed by someone else. Refresh and try again.'),
    )
  })

  test('rejects a delivery of another run', async () => {
    const { id } = await run.add({ delivery_date: addDays(runDay, 1) })
    expect(await order([id])).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'delivery_ids'], msg: 'This delivery is not on this run' }] },
    })
  })
})

describe('a package', () => {
  test('is loaded once, and a repeat returns the same', async () => {
    const { id } = await run.add()
    const first = await run.load(id)
    expect(first).toMatchObject({ status: 200, body: { id, stop: 1, loaded_at: app.clock.now.toISOString() } })
    app.clock.now = new Date(app.clock.now.getTime() + 60_000)
    expect((await run.load(id)).body).toEqual(first.body)
    expect((await run.read()).body).toMatchObject({ version: 1, counts: { to_do: 1, not_loaded: 0 } })
  })

  test('can be unloaded while it is assigned', async () => {
    const { id } = await run.add()
    await run.load(id)
    expect(await run.call(runs.unloadPackage, { delivery_id: id })).toMatchObject({
      status: 200,
      body: { id, loaded_at: null },
    })
    await run.load(id)
    await run.start()
    expect(await run.call(runs.unloadPackage, { delivery_id: id })).toMatchObject(
      refused('This delivery is in progress'),
    )
  })

  test('cannot be loaded if its driver, day or status does not match', async () => {
    const phils = runCallsOf(app, pharmacy, { person: pharmacy.pharmacist, date: runDay })
    const cases = [
      [await phils.add(), "This package is on Phil Pharmacist's run"],
      [await run.add({ delivery_date: addDays(runDay, 7) }), "This package is on Dora Driver's run for Nov 30"],
      [await run.add({ status: 'unassigned' }), 'This package is not assigned yet'],
      [await run.add({ status: 'pending' }), 'This package is not assigned yet'],
      [await run.add({ status: 'in_progress' }), 'This delivery is in progress'],
      [await run.add({ status: 'delivered' }), 'This delivery is delivered'],
      [await run.add({ status: 'cancelled' }), 'This delivery is cancelled'],
      [await run.add({ status: 'failed' }), 'This delivery is failed'],
    ] as const
    for (const [{ id }, detail] of cases) expect(await run.load(id)).toMatchObject(refused(detail))
  })

  test.each([
    [
      'goes to another driver and back',
      async (id: string) => {
        await assignTo(id, pharmacy.pharmacist)
        await assignTo(id, pharmacy.driver)
      },
    ],
    [
      'goes to another day and back',
      async (id: string) => {
        for (const delivery_date of [addDays(runDay, 1), runDay])
          await app.call(deliveries.updateDelivery, { as: pharmacy.admin, params: { id }, body: { delivery_date } })
      },
    ],
    [
      'is unassigned',
      async (id: string) => {
        await assignTo(id, null)
        await assignTo(id, pharmacy.driver)
      },
    ],
  ])('is no longer loaded if it %s', async (_, move) => {
    const { id } = await run.add()
    await run.load(id)
    await move(id)
    expect(await readDelivery(id)).toMatchObject({ status: 'assigned', loaded_at: null })
  })
})

describe('the start of a run', () => {
  test('starts the loaded packages and leaves the rest', async () => {
    const [loaded, left] = [await run.add(), await run.add()]
    await run.load(loaded.id)
    const { status, body } = await run.start()
    expect([status, body.state, body.counts.out, body.counts.to_do]).toEqual([200, 'out', 1, 1])
    expect(body.not_started).toBeUndefined()
    expect(await readDelivery(left.id)).toMatchObject({ status: 'assigned' })
    const { body: history } = await app.call(deliveries.readStatusHistory, {
      as: pharmacy.driver,
      params: { id: loaded.id },
    })
    expect(history[0]).toMatchObject({ new_status: 'in_progress', notes: 'Out for delivery' })
  })

  test('starts all packages on request, even in batches, with one write for each delivery', async () => {
    const { patient_id } = await run.add()
    for (let i = 1; i < 65; i++) await run.add({ patient_id })
    // It is read in two round trips, and one each for the caller and the event.
    const watch = watchReads(app.services.table.client)
    const { body: read } = await run.read()
    expect([read.deliveries.length, read.counts.stops]).toEqual([65, 1])
    const { roundTrips, items } = watch.take()
    expect(roundTrips).toBe(4)
    expect(items).toBeLessThan(65 * 2 + 12)
    const { body } = await run.start({ include_not_loaded: true })
    expect(body).toMatchObject({ state: 'out', version: 3, counts: { out: 65, to_do: 0 } })
    expect((await run.read()).body).toEqual(body)
    for (const { version } of body.deliveries) expect(version).toBe(2)
  })

  test('changes nothing when there is nothing to start', async () => {
    await run.add()
    expect(await run.start()).toMatchObject({ status: 200, body: { version: 0, state: 'planned' } })
  })

  test('is possible today and for past days, but not for future ones', async () => {
    const date = addDays(runDay, 1)
    const tomorrow = runCallsOf(app, pharmacy, { person: pharmacy.driver, date })
    await tomorrow.add()
    expect(await tomorrow.start({ include_not_loaded: true })).toMatchObject(refused("This run is not today's"))
    app.clock.now = new Date(`${addDays(date, 1)}T14:00:00Z`)
    const late = runCallsOf(app, pharmacy, { person: await app.signIn(pharmacy.driver.user), date })
    expect(await late.start({ include_not_loaded: true })).toMatchObject({ status: 200, body: { state: 'out' } })
  })

  test('happens once for one idempotency key', async () => {
    await run.add()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const send = () => run.call(runs.startRun, { include_not_loaded: true }, { headers })
    const first = await send()
    await run.add()
    expect((await send()).body).toEqual(first.body)
    expect((await run.read()).body).toMatchObject({ counts: { out: 1, to_do: 1 } })
  })
})

test('in a closed run, no delivery can start, finish or be added in progress', async () => {
  const [done, next, third] = [await run.add(), await run.add(), await run.add()]
  await run.start({ include_not_loaded: true })
  await run.complete(done.id)
  for (const { id } of [next, third]) await assignTo(id, pharmacy.pharmacist)
  expect((await run.close()).body).toMatchObject({ state: 'closed' })
  const waiting = await run.add()
  const ids = { delivery_ids: [waiting.id] }
  expect(await run.call(runs.setRunOrder, ids)).toMatchObject(closed)
  expect(await run.load(waiting.id)).toMatchObject(closed)
  expect(await run.start({ include_not_loaded: true })).toMatchObject(closed)
  const change = (id: string, status: string) =>
    app.call(deliveries.changeStatus, { as: pharmacy.admin, params: { id }, body: { status } })
  expect(await change(waiting.id, 'in_progress')).toMatchObject(closed)
  expect(await change(waiting.id, 'failed')).toMatchObject(closed)
  expect(await assignTo(next.id, pharmacy.driver)).toMatchObject(closed)
  expect(await assignTo(waiting.id, pharmacy.pharmacist)).toMatchObject({ status: 200 })
  await run.confirm({ reason: 'No method was named' })
  expect(await assignTo(next.id, pharmacy.driver)).toMatchObject({ status: 200, body: { status: 'in_progress' } })
  expect((await run.read()).body).toMatchObject({ state: 'out' })
  expect(await run.complete(next.id)).toMatchObject({ status: 200 })
})
