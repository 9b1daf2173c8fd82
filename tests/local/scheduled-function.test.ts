import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startScheduledFunction } from '#infra/local/scheduled-function.ts'
import type { Schedule } from '#infra/schedule.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-26T05:59:30Z'), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Starts a function whose runs end only when the test calls the functions in `ends`. */
function aScheduledFunction(schedule: Schedule = { everyMinutes: 1 }) {
  const ends: (() => void)[] = []
  const scheduled = startScheduledFunction(() => new Promise<void>((resolve) => ends.push(resolve)), schedule)
  const settled = () => new Promise(setImmediate)
  return { scheduled, ends, settled }
}

test('calls during a run cause one more run afterward', async () => {
  const { scheduled, ends, settled } = aScheduledFunction()
  scheduled.run()
  scheduled.run()
  scheduled.run()
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await settled()
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await settled()
  expect(ends).toHaveLength(2)
})

test.each<[schedule: Schedule, minutes: number, runs: number]>([
  [{ everyMinutes: 1 }, 3, 3],
  [{ everyMinutes: 5 }, 4, 0],
  [{ at: '06:00' }, 1, 1],
  [{ at: '06:00' }, 24 * 60 + 1, 2],
  [{ at: '06:00', weekday: 'MON' }, 4 * 24 * 60 + 1, 1],
])('with the schedule %o, after %i minutes the function has run %i times', async (schedule, minutes, runs) => {
  const { scheduled, ends, settled } = aScheduledFunction(schedule)
  for (let minute = 0; minute < minutes; minute++) {
    vi.advanceTimersByTime(60_000)
    ends.at(-1)?.()
    await settled()
  }
  expect(ends).toHaveLength(runs)
  await scheduled.close()
})

test('closing waits for the current run, and no other run starts', async () => {
  const { scheduled, ends, settled } = aScheduledFunction()
  scheduled.run()
  scheduled.run()
  let isClosed = false
  const closed = scheduled.close().then(() => {
    isClosed = true
  })
  await settled()
  expect(isClosed).toBe(false)
  ends[0]?.()
  await closed
  scheduled.run()
  expect(ends).toHaveLength(1)
})
