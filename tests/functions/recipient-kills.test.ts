/** @module-tag proof */

import { expect } from 'vitest'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { killCall, repeatedNotices, runWorker } from '#tests/support/day-of-doors.ts'
import { app, test } from '#tests/support/product-test.ts'
import {
  beginDay,
  dayBeforeDeliveries,
  deliveryDay,
  type RecipientsDay,
  runWorkerRepeatedly,
  slots,
} from '#tests/support/recipients-day.ts'
import type { TestResponse } from '#tests/support/test-app.ts'

let day: RecipientsDay

/** The functions and the worker are killed after this many writes and emails. */
let step = 0
let kills = 0

async function work() {
  if (await runWorker(app, step)) kills++
  passSeconds(app, seconds.minute + 1)
  await runWorkerRepeatedly(app)
}

/**
 * Makes a call whose function is killed after `step` writes. If the kill came before the call was done, makes the call again, as
 * someone who got no answer would. Then runs the worker, which is killed as well, and runs it again.
 */
async function cause(call: () => Promise<TestResponse>) {
  const wasKilled = await killCall(app, step, call)
  if (step === 0) expect(wasKilled).toBe(true)
  if (wasKilled) {
    kills++
    await call()
  }
  await work()
}

test('killed at any step, calls and worker neither repeat nor lose a message, but may report it as unknown', async () => {
  do {
    kills = 0
    day = await beginDay(app)
    const { driver } = day.pharmacy
    const first = await day.aDoor({ time_range: slots[0], pharmacist_id: driver.user.id })
    const second = await day.aDoor({ time_range: slots[1], pharmacist_id: driver.user.id })
    day.at('09:00', dayBeforeDeliveries)
    await work()
    day.at('09:40', deliveryDay)
    await cause(() => day.start(driver))
    day.at('10:10', deliveryDay)
    await cause(() => day.complete(first.id))
    day.at('10:40', deliveryDay)
    await cause(() => day.become(second.id, 'failed'))
    const kindsOf = async ({ id }: { id: string }) => {
      const updates = await day.updatesOf(id)
      if (kills === 0) expect(updates.map(({ state }) => state)).toEqual(updates.map(() => 'sent'))
      return updates.map(({ kind }) => kind)
    }
    expect([step, await kindsOf(first)]).toEqual([step, ['planned', 'next', 'delivered']])
    expect([step, await kindsOf(second)]).toEqual([step, ['planned', 'out', 'next', 'missed']])
    expect([step, repeatedNotices(day.sent), day.sent.filter(({ untruth }) => untruth)]).toEqual([step, [], []])
    day.end()
    step++
  } while (kills > 0)
  expect(step).toBeGreaterThan(5)
}, 240_000)
