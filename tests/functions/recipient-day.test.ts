/** @module-tag proof */

import { afterEach, expect } from 'vitest'
import { unscopedKeys } from '#functions/data/table-keys.ts'
import { noticeKinds } from '#shared/model/notices.ts'
import { packagesOfDoor, randomNumberGenerator, repeatedNotices } from '#tests/support/day-of-doors.ts'
import { app, test } from '#tests/support/product-test.ts'
import {
  beginDay,
  dayBeforeDeliveries,
  deliveryDay,
  expectDone,
  nextDay,
  type RecipientsDay,
  runWorkerRepeatedly,
  slots,
} from '#tests/support/recipients-day.ts'
import type { Person } from '#tests/support/test-app.ts'

let day: RecipientsDay
test.beforeEach(async () => {
  day = await beginDay(app)
})
afterEach(() => day.end())

/** Brings back the failed packages of a run, as its driver, and hands over the money that the driver has counted. */
async function close(driver: Person, ids: readonly string[]) {
  const run = await day.runOf(driver)
  for (const id of ids) {
    const { status, delivery_date, pharmacist_id } = await day.read(id)
    if (status !== 'failed' || delivery_date !== deliveryDay || pharmacist_id !== driver.user.id) continue
    expectDone(await run.bringBack(id))
  }
  const { cash, check } = (await run.read()).body.collected
  expect(cash).toBeGreaterThan(0)
  expectDone(await run.close({ cash, check }))
}

async function confirm(driver: Person) {
  const run = await day.runOf(driver)
  const { cash, check } = (await run.read()).body.collected
  const { status, body } = await run.confirm({ counted: { cash, check } }, await day.as(day.pharmacy.admin))
  expect([status, body.state]).toEqual([200, 'confirmed'])
}

const down = () => Promise.reject(Object.assign(new Error(), { name: 'ServiceUnavailable' }))

/** Plays a day with this many doors and random events. The same seed gives the same day. */
async function playDay(count: number, seed: number) {
  const random = randomNumberGenerator(seed)
  const oneOf = <T>(all: readonly [T, ...T[]]): T => all[Math.floor(random() * all.length)] ?? all[0]
  const { pharmacy, other, at, aDoor, aDelivery, edit, become, complete, read } = day
  const drivers = [pharmacy.driver, other] as const
  const steps = () => (random() < 0.3 ? Math.floor(random() * 12) : undefined)
  let kills = 0
  const work = async () => {
    kills += await runWorkerRepeatedly(app, steps)
  }

  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const { id, patient_id, email } = await aDoor({ time_range: oneOf(slots), pharmacist_id: oneOf(drivers).user.id })
    ids.push(id)
    if (random() > 0.15) continue
    ids.push((await aDelivery({ patient_id, email, pharmacist_id: other.user.id })).id)
  }
  await work()
  at('09:00', dayBeforeDeliveries)
  await work()

  // Before the runs start, some deliveries are moved to the next day, moved there and back, or cancelled. Others
  // stay on their day, although their recipients asked for another one, and are given to a random driver.
  for (const id of ids) {
    if (random() > 0.5) continue
    at(`${Math.floor(10 + random() * 9)}:30`, dayBeforeDeliveries)
    const turn = oneOf(['replanned', 'back', 'moved', 'cancelled'] as const)
    if (turn === 'replanned' || turn === 'back') expectDone(await edit(id, { delivery_date: nextDay }))
    if (turn === 'back') {
      await work()
      expectDone(await edit(id, { delivery_date: deliveryDay }))
    }
    if (turn === 'moved') {
      expectDone(await day.keepDay(id))
      expectDone(await edit(id, { pharmacist_id: oneOf(drivers).user.id }))
    }
    if (turn === 'cancelled') expectDone(await become(id, 'cancelled'))
    if (random() < 0.5) await work()
  }
  at('08:05', deliveryDay)
  await work()
  at('09:40', deliveryDay)
  for (const driver of drivers) expectDone(await day.start(driver))
  await work()

  // SES is down from ten to eleven o'clock. The last stops are completed in the evening.
  const handedOver = new Set<string>()
  const out = []
  for (const id of ids) if ((await read(id)).status === 'in_progress') out.push(id)
  for (const [i, id] of out.entries()) {
    const late = i >= out.length * 0.9
    // No notices are sent in the evening. Send the waiting ones at 20:45, before the late stops make them untrue.
    if (late) {
      at('20:45', deliveryDay)
      await runWorkerRepeatedly(app)
    }
    app.clock.now = new Date(
      Date.parse(`${deliveryDay}T${late ? '21:05' : '10:00'}:00Z`) + (late ? 0 : (i / out.length) * 36e6),
    )
    const watched = app.services.mailer.send
    if (app.clock.now.getUTCHours() === 10) app.services.mailer.send = down
    if (random() < 0.2) expectDone(await become(id, 'failed'))
    else {
      expectDone(await complete(id, { payment_method: i % 3 ? 'cash' : 'check' }))
      if (!late) handedOver.add(id)
    }
    if (random() < 0.7) await work()
    app.services.mailer.send = watched
  }

  // One run is closed in the evening, the other one only after midnight; both are counted again in the morning.
  at('21:15', deliveryDay)
  await close(pharmacy.driver, ids)
  await work()
  at('00:20', nextDay)
  await close(other, ids)
  await work()
  at('08:05', nextDay)
  await runWorkerRepeatedly(app)
  for (const driver of drivers) await confirm(driver)
  await runWorkerRepeatedly(app)
  return { ids, kills, handedOver }
}

async function holdsFor(count: number, seed: number) {
  const { ids, kills, handedOver } = await playDay(count, seed)
  const { pharmacy, sent, read } = day
  expect(sent.filter(({ untruth }) => untruth !== undefined)).toEqual([])
  expect(repeatedNotices(sent)).toEqual([])
  expect(kills).toBeGreaterThan(0)
  const hashes = new Set(sent.map(({ hash }) => hash))
  // Read one after the other, because the SDK gives up on some of several hundred parallel reads.
  const kinds = new Set<string>()
  for (const hash of hashes)
    for (const { kind } of (await app.table.get(unscopedKeys.door(hash)))?.notices ?? []) kinds.add(kind)
  expect(noticeKinds.filter((kind) => !kinds.has(kind))).toEqual([])
  const statuses = new Set<string>()
  for (const id of ids) statuses.add((await read(id)).status)
  expect(statuses).toEqual(new Set(['delivered', 'failed', 'cancelled', 'assigned']))
  expect(handedOver.size).toBeGreaterThan(0)
  // No notice is lost: every recipient who got packages during the day got a notice, or has one whose outcome is unknown because of
  // a kill.
  for (const hash of hashes) {
    const packages = await packagesOfDoor(app, hash, pharmacy.tenant.id)
    if (packages.length === 0 || !packages.every(({ id }) => handedOver.has(id))) continue
    const door = await app.table.get(unscopedKeys.door(hash))
    expect(door?.notices.map(({ kind }) => kind)).toContain('delivered')
  }
}

test('on a small day of random events, each address gets each message at most once, and only if true', async () => {
  await holdsFor(14, 42)
}, 120_000)

test('on a day of 200 addresses with random events, each message is sent at most once, and only if true', {
  tags: ['proof'],
  timeout: 1_800_000,
}, async () => {
  await holdsFor(200, 7)
})
