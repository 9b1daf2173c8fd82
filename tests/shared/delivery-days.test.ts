import { describe, expect, test } from 'vitest'
import { nextPossibleTime } from '#shared/rules/delivery-days.ts'
import { defaultTimeRanges } from '#shared/rules/time-ranges.ts'

const everyDay = { delivery_days: [0, 1, 2, 3, 4, 5, 6], closed_days: [], time_ranges: defaultTimeRanges }
const weekdaysOnly = { ...everyDay, delivery_days: [1, 2, 3, 4, 5], closed_days: ['2026-11-30'] }

describe('the next possible time', () => {
  // 2026-11-27 is a Friday.
  test.each([
    ['is the range that has not ended', everyDay, '2026-11-27T11:59', '', '2026-11-27', '09:00-12:00'],
    ['is the next range once one has ended', everyDay, '2026-11-27T12:00', '', '2026-11-27', '12:00-15:00'],
    ['is tomorrow after the last range', everyDay, '2026-11-27T21:00', '', '2026-11-28', '09:00-12:00'],
    ['skips days without deliveries', weekdaysOnly, '2026-11-27T21:00', '', '2026-12-01', '09:00-12:00'],
    ['is in the preferred range', everyDay, '2026-11-27T10:00', '18:00-21:00', '2026-11-27', '18:00-21:00'],
    ['waits for the preferred range', everyDay, '2026-11-27T15:00', '09:00-12:00', '2026-11-28', '09:00-12:00'],
    ['ignores a range no longer offered', everyDay, '2026-11-27T10:00', '07:00-08:00', '2026-11-27', '09:00-12:00'],
  ])('%s', (_, schedule, clock, preferred, delivery_date, time_range) => {
    expect(nextPossibleTime(schedule, clock, preferred)).toEqual({ delivery_date, time_range })
  })

  test('is undefined if every day is closed', () => {
    expect(nextPossibleTime({ ...everyDay, delivery_days: [] }, '2026-11-27T10:00')).toBeUndefined()
  })
})
