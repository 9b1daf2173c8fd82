import { describe, expect, vi } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as runs from '#shared/api/runs.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { addDays } from '#shared/rules/dates.ts'
import { app, test } from '#tests/support/product-test.ts'
import { type RunCalls, runCallsOf, storeSettings } from '#tests/support/run-calls.ts'
import type { Organisation, Person } from '#tests/support/test-app.ts'

/** This is a Monday. */
const today = '2026-11-23'

let pharmacy: Organisation
let admin: Person
let run: RunCalls
const at = async (date: string, time = '08:00') => {
  app.clock.now = new Date(`${date}T${time}:00Z`)
  admin = await app.signIn(pharmacy.admin.user)
  const person = await app.signIn(pharmacy.driver.user)
  run = runCallsOf(app, { ...pharmacy, admin, driver: person }, { person, date })
}
test.beforeEach(async () => {
  app.clock.now = new Date(`${today}T08:00:00Z`)
  pharmacy = await app.createPharmacy()
  await at(today)
})

const filled = (fill_date: string, rx_date = '') => [{ rx_number: 'RX-1', rx_date, fill_date, copay: 0 }]
const list = (query: Record<string, string> = {}, as = admin) =>
  app.call(deliveries.listDeliveries, { as, query: { view: 'attention', ...query } })
const read = async (id: string) => (await app.call(deliveries.readDelivery, { as: admin, params: { id } })).body
const past = (date: string) => run.add({ delivery_date: date })

describe('the return date', () => {
  test('follows from fill dates and settings in lists, on a delivery and in a run', async () => {
    const { id } = await run.add({
      rx_information: [...filled('2026-11-16', '2026-11-01'), ...filled('', '2026-11-15')],
    })
    const due = { return_by: '2026-11-25', return_state: 'soon' }
    expect(await read(id)).toMatchObject(due)
    const [row] = (await app.call(deliveries.listDeliveries, { as: admin })).body
    expect(row).toMatchObject(due)
    expect((await run.read()).body.deliveries[0]).toMatchObject(due)
    await storeSettings(app, pharmacy, { return_window_days: 5, return_window_kind: 'business' })
    expect(await read(id)).toMatchObject({ return_by: '2026-11-20', return_state: 'over' })
  })

  test('is empty without a fill date and after the delivery has ended', async () => {
    const none = { return_by: null, return_state: null }
    expect(await read((await run.add()).id)).toMatchObject(none)
    for (const status of ['delivered', 'cancelled'] as const)
      expect(await read((await run.add({ status, rx_information: filled('2026-11-01') })).id)).toMatchObject(none)
    const { id } = await run.add({ status: 'failed', rx_information: filled('2026-11-01') })
    expect(await read(id)).toMatchObject({ return_by: '2026-11-11', return_state: 'over' })
  })

  test('changes with the prescriptions', async () => {
    const { id } = await run.add({ rx_information: filled('2026-11-20') })
    const body = { rx_information: filled('2026-11-10') }
    await app.call(deliveries.updateDelivery, { as: admin, params: { id }, body })
    expect(await read(id)).toMatchObject({ return_by: '2026-11-20', return_state: 'over' })
  })

  test('does not prevent starting or completing the delivery', async () => {
    const { id } = await run.add({ rx_information: filled('2026-11-01') })
    await run.start({ include_not_loaded: true })
    expect(await run.complete(id)).toMatchObject({ status: 200 })
  })

  test('cannot come from a fill date in the future', async () => {
    const { body } = await app.call(deliveries.createDelivery, {
      as: admin,
      body: { ...(await bodyOf()), rx_information: filled(addDays(today, 1)) },
    })
    expect(body.detail).toMatchObject([
      { loc: ['body', 'rx_information', 0, 'fill_date'], msg: 'Fill date cannot be in the future' },
    ])
  })
})

async function bodyOf() {
  const { patient_id } = await run.add()
  return { delivery_date: today, time_range: '09:00-12:00', patient_id }
}

describe('the Attention list', () => {
  test('lists what needs action with its reasons, most urgent first', async () => {
    const yesterday = addDays(today, -1)
    await at(yesterday)
    const overdue = await past(yesterday)
    await run.add({ status: 'delivered' })
    await at(today)
    const over = await run.add({ delivery_date: addDays(today, 9), rx_information: filled('2026-11-01') })
    const soon = await run.add({ delivery_date: addDays(today, 9), rx_information: filled('2026-11-14') })
    const soonest = await run.add({ status: 'unassigned', rx_information: filled('2026-11-13') })
    const unassigned = await run.add({ status: 'unassigned' })
    const out = await run.add({ status: 'in_progress' })
    const back = await run.add({ status: 'in_progress' })
    for (const { id } of [out, back]) await run.attempt(id)
    await run.bringBack(back.id)
    for (const status of ['assigned', 'delivered', 'cancelled'] as const) await run.add({ status })
    await run.add({ status: 'unassigned', delivery_date: addDays(today, 1) })
    const { body } = await list()
    expect(body.map(({ id, attention }: DeliveryRow) => [id, attention])).toEqual([
      [over.id, ['return_over']],
      [out.id, ['not_back', 'failed']],
      [overdue.id, ['overdue']],
      [back.id, ['failed']],
      [soonest.id, ['return_soon', 'unassigned']],
      [soon.id, ['return_soon']],
      [unassigned.id, ['unassigned']],
    ])
  })

  test('lists today’s open deliveries with a past time slot before those of earlier days', async () => {
    const [early, later] = ['09:00-12:00', '18:00-21:00']
    const yesterday = addDays(today, -1)
    await at(yesterday)
    const overdue = await past(yesterday)
    await at(today, '12:00')
    const late = await run.add({ time_range: early, delivery_date: today })
    const out = await run.add({ time_range: early, delivery_date: today, status: 'in_progress' })
    await run.add({ time_range: later, delivery_date: today })
    const { body } = await list()
    const reasons = Object.fromEntries(body.map(({ id, attention }: DeliveryRow) => [id, attention]))
    expect(reasons).toEqual({ [late.id]: ['late'], [out.id]: ['late'], [overdue.id]: ['overdue'] })
    expect(body.at(-1).id).toBe(overdue.id)
  })

  test('lists the last delivery of an earlier day until its handover is confirmed', async () => {
    const yesterday = addDays(today, -1)
    await at(yesterday)
    const packages = [await run.add(), await run.add(), await run.add()]
    await run.call(runs.setRunOrder, { delivery_ids: packages.map(({ id }) => id) })
    await run.start({ include_not_loaded: true })
    for (const { id } of packages.slice(0, 2)) await run.complete(id, { amount: 0 })
    await run.attempt(packages[2]?.id ?? '')
    await run.bringBack(packages[2]?.id ?? '')
    await run.close()
    const handovers = async () =>
      (await list()).body.filter(({ attention }: DeliveryRow) => attention?.includes('handover'))
    expect(await handovers()).toEqual([])
    await at(today)
    const confirmed = runCallsOf(app, { ...pharmacy, admin }, { person: pharmacy.driver, date: yesterday })
    const waiting = [
      { id: packages[1]?.id, attention: ['handover'], handover: { date: yesterday, user_id: pharmacy.driver.user.id } },
    ]
    expect(await handovers()).toMatchObject(waiting)
    expect((await list()).body.at(-1)).toMatchObject(waiting[0] ?? {})
    await confirmed.confirm({}, admin)
    expect(await handovers()).toEqual([])
    await confirmed.reopen('Miscounted', admin)
    expect(await handovers()).toMatchObject(waiting)
    await confirmed.reopen('Miscounted', admin)
    expect(await handovers()).toEqual([])
  })

  test('lists a delivery once, in its newest state, if it is assigned during the read', async () => {
    const { id } = await run.add({ status: 'unassigned' })
    const between = await run.add({ status: 'unassigned', rx_information: filled('2026-11-13') })
    const { table } = app.services
    const keys = keysOf(pharmacy.tenant.id)
    const queryAll = table.queryAll.bind(table)
    const read = Promise.withResolvers<void>()
    const spy = vi.spyOn(table, 'queryAll').mockImplementation(async (partition, options) => {
      if (partition.pk === keys.ofStatus('assigned').pk) await assigned
      const rows = await queryAll(partition, options)
      if (partition.pk === keys.ofStatus('unassigned').pk) read.resolve()
      return rows
    })
    const body = { pharmacist_id: admin.user.id, rx_information: filled('2026-11-01') }
    const assigned = read.promise.then(() => app.call(deliveries.updateDelivery, { as: admin, params: { id }, body }))
    const listed = await list()
    spy.mockRestore()
    expect(listed.body.map((row: DeliveryRow) => [row.id, row.status, row.attention])).toEqual([
      [id, 'assigned', ['return_over']],
      [between.id, 'unassigned', ['return_soon', 'unassigned']],
    ])
  })

  test('is only for users who manage deliveries', async () => {
    expect(await list({}, await app.signIn(pharmacy.driver.user))).toMatchObject({
      status: 403,
      body: { detail: "You don't have the required permission: delivery.edit_orders" },
    })
  })

  test('is paged, with every delivery once and in order', async () => {
    for (let i = 0; i < 5; i++) await run.add({ status: 'unassigned' })
    await run.add({ status: 'failed' })
    const whole = (await list()).body
    const seen: DeliveryRow[] = []
    for (let cursor = ''; ; ) {
      const page = await list({ limit: '2', ...(cursor && { cursor }) })
      seen.push(...page.body)
      cursor = decodeURIComponent(/cursor=([^&>]+)/.exec(page.headers.get('link') ?? '')?.[1] ?? '')
      if (!cursor) break
    }
    expect(seen).toEqual(whole)
    expect(whole).toHaveLength(6)
  })
})
