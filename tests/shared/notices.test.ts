import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/rules/dates.ts'
import { localDateTimeIn } from '#shared/rules/lateness.ts'
import { isQuietHour, nextNonQuietTime, noticeDueAt, plannedNoticeTime } from '#shared/rules/notices.ts'

/**
 * Days of 2026 on which the clocks of a zone change, by an hour or half an hour, between midnight and three o'clock in the night.
 */
const changes = [
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['Australia/Sydney', '2026-04-05'],
  ['Australia/Sydney', '2026-10-04'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Africa/Cairo', '2026-04-24'],
  ['Africa/Cairo', '2026-10-30'],
] as const

describe.each(changes)('in %s across the clock change on %s', (zone, date) => {
  const clock = { time_zone: zone, time_ranges: [{ value: '09:00-12:00' }] }
  const days = [addDays(date, -1), date, addDays(date, 1)]
  const minutes = days.flatMap((day) => {
    const nine = plannedNoticeTime(zone, addDays(day, 1)).getTime()
    return Array.from({ length: 24 * 12 }, (_, i) => new Date(nine + (i - 12 * 12) * 300_000))
  })

  test('a day’s notices are planned for 9 AM on the day before', () => {
    for (const day of days) expect(localDateTimeIn(zone, plannedNoticeTime(zone, addDays(day, 1)))).toBe(`${day}T09:00`)
  })

  test('quiet hours are local and end at 8 AM the next morning', () => {
    for (const now of minutes) {
      const time = localDateTimeIn(zone, now).slice(11)
      expect([time, isQuietHour(clock, now)]).toEqual([time, time < '08:00' || time >= '20:00'])
      const then = nextNonQuietTime(clock, now)
      expect(then.getTime()).toBeGreaterThanOrEqual(now.getTime())
      if (isQuietHour(clock, now)) expect(localDateTimeIn(zone, then).slice(11)).toBe('08:00')
      expect(then.getTime() - now.getTime()).toBeLessThanOrEqual(13 * 3_600_000)
    }
  })

  test('a delivery planned at any time for tomorrow is announced at once or at 9 AM', () => {
    for (const now of minutes) {
      const tomorrow = addDays(localDateTimeIn(zone, now).slice(0, 10), 1)
      const dueAt = noticeDueAt(clock, tomorrow, now) ?? plannedNoticeTime(zone, tomorrow)
      expect(dueAt.getTime()).toBeGreaterThanOrEqual(now.getTime())
      expect(isQuietHour(clock, dueAt)).toBe(false)
      expect(localDateTimeIn(zone, dueAt) < `${tomorrow}T08:01`).toBe(true)
    }
  })
})

test('quiet hours never fall inside a time range that the organization offers', () => {
  const clock = { time_zone: 'UTC', time_ranges: [{ value: '06:30-09:00' }, { value: '18:00-21:30' }] }
  const isQuiet = (time: string) => isQuietHour(clock, new Date(`2026-03-10T${time}:00Z`))
  expect(['06:29', '06:30', '21:29', '21:30'].map(isQuiet)).toEqual([true, false, false, true])
  expect(nextNonQuietTime(clock, new Date('2026-03-10T22:00:00Z'))).toEqual(new Date('2026-03-11T06:30:00Z'))
})
