import { describe, expect } from 'vitest'
import * as runs from '#shared/api/runs.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { app, test } from '#tests/support/product-test.ts'
import {
  beginDay,
  dayBeforeDeliveries,
  deliveryDay,
  expectDone,
  type RecipientsDay,
  runWorkerRepeatedly,
  slots,
} from '#tests/support/recipients-day.ts'
import { watchReads } from '#tests/support/watch-reads.ts'

let day: RecipientsDay
test.beforeEach(async () => {
  day = await beginDay(app)
  return () => day.end()
})

/** Creates doors and starts their run. The run has the order of the returned list, which is not that of the time slots. */
async function underway(count: number): Promise<Delivery[]> {
  const { driver } = day.pharmacy
  const made: Delivery[] = []
  for (let i = 0; i < count; i++)
    made.unshift(await day.aDoor({ time_range: slots[i % 3] ?? slots[0], pharmacist_id: driver.user.id }))
  day.at('09:00', dayBeforeDeliveries)
  await runWorkerRepeatedly(app)
  await order(made)
  day.at('09:40', deliveryDay)
  expectDone(await day.start(driver))
  await runWorkerRepeatedly(app)
  return made
}

async function order(doors: readonly Delivery[]) {
  const run = await day.runOf(day.pharmacy.driver)
  expectDone(await run.call(runs.setRunOrder, { delivery_ids: doors.map(({ id }) => id) }))
}

async function finish(...doors: readonly (Delivery | undefined)[]) {
  for (const door of doors) {
    expectDone(await day.complete(door?.id ?? ''))
    await runWorkerRepeatedly(app)
  }
}

/** Returns the positions, in the list, of the doors that were told that they are next. */
async function notifiedDoors(doors: readonly Delivery[]): Promise<number[]> {
  const kinds = await Promise.all(doors.map(async ({ id }) => (await day.updatesOf(id)).map(({ kind }) => kind)))
  return kinds.flatMap((all, i) => (all.includes('next') ? [i] : []))
}

describe('in an ordered run, the next stop is notified', { timeout: 120_000 }, () => {
  test('when the previous one is finished, and when the driver returns to a skipped one', async () => {
    const doors = await underway(4)
    expect(await notifiedDoors(doors)).toEqual([0])
    await finish(doors[1])
    expect(await notifiedDoors(doors)).toEqual([0])
    await finish(doors[0])
    expect(await notifiedDoors(doors)).toEqual([0, 2])
    await finish(doors[2])
    expect(await notifiedDoors(doors)).toEqual([0, 2, 3])
  })

  test('according to the current order and to packages started later', { tags: ['proof'] }, async () => {
    const doors = await underway(5)
    await finish(doors[0])
    const [a, b, c, d, e] = doors
    if (!a || !b || !c || !d || !e) throw new Error('No doors')
    await order([e, a, d, c, b])
    await finish(c)
    expect(await notifiedDoors(doors)).toEqual([0, 1, 4])
    const late = await day.aDoor({ time_range: slots[0], pharmacist_id: day.pharmacy.driver.user.id })
    expectDone(await day.start(day.pharmacy.driver))
    await finish(e, d, b)
    expect(await notifiedDoors([late])).toEqual([0])
    expect(await notifiedDoors(doors)).toEqual([0, 1, 3, 4])
  })

  test('with as few reads at the end of a run as at its start', { tags: ['proof'] }, async () => {
    const doors = await underway(9)
    const reads = watchReads(app.services.table.client)
    const items = []
    for (const door of doors.slice(0, -1)) {
      expectDone(await day.complete(door.id))
      reads.take()
      await runWorkerRepeatedly(app)
      items.push(reads.take().items)
    }
    expect(await notifiedDoors(doors)).toEqual(doors.map((_, i) => i))
    const [, second = 0] = items
    expect(Math.max(...items.slice(2))).toBeLessThanOrEqual(second)
  })
})
