import { beforeEach, expect, test } from 'vitest'
import {
  formatDateAndAnyTime,
  formatDateTime,
  formatDetailDate,
  formatLocaleDate,
  formatMoney,
  formatShortDate,
  formatTime,
  formatZonedDateTime,
  nearDayName,
} from '../../web/lib/browser/format.ts'
import { setShownTimeZone } from '../../web/lib/browser/shown-time-zone.ts'

/** Sets no time zone of an organisation, as before anyone has signed in. */
beforeEach(() => setShownTimeZone(''))

const afternoon = new Date(2025, 0, 5, 15, 4).toISOString()

test('a timestamp in a list is a short date with a 12-hour time', () => {
  expect(formatDateAndAnyTime(afternoon)).toBe('Jan 5, 2025 3:04 PM')
  expect(formatTime(afternoon)).toBe('3:04 PM')
})

test('a date without a time is the same day in every time zone and shows no time', () => {
  expect(formatDateAndAnyTime('2025-01-05')).toBe('Jan 5, 2025')
  expect(formatDetailDate('2025-01-05')).toBe('01/05/2025')
})

test('a date in details has month, day and year in digits', () => {
  expect(formatDetailDate(afternoon)).toBe('01/05/2025')
  expect(formatDateTime(afternoon)).toBe('01/05/2025 3:04 PM')
})

test('a time is shown in the organization’s time zone, whatever the browser’s', () => {
  const instant = '2026-07-01T02:30:00.000Z'
  setShownTimeZone('America/New_York')
  expect(formatDateAndAnyTime(instant)).toBe('Jun 30, 2026 10:30 PM')
  expect(formatZonedDateTime(instant)).toBe('06/30/2026 10:30 PM EDT')
  expect(formatZonedDateTime('2026-01-01T02:30:00.000Z')).toBe('12/31/2025 9:30 PM EST')
  setShownTimeZone('Asia/Tokyo')
  expect([formatDetailDate(instant), formatDateTime(instant)]).toEqual(['07/01/2026', '07/01/2026 11:30 AM'])
  expect([formatTime(instant), formatShortDate(instant)]).toEqual(['11:30 AM', 'Jul 1'])
  expect(formatLocaleDate(instant)).toBe(new Date(2026, 6, 1).toLocaleDateString())
  expect([formatDateAndAnyTime('2026-07-01'), formatLocaleDate('2026-07-01')]).toEqual([
    'Jul 1, 2026',
    new Date(2026, 6, 1).toLocaleDateString(),
  ])
})

test('an unknown time zone does not change the current one', () => {
  setShownTimeZone('Mars/Olympus')
  expect(formatDateTime(afternoon)).toBe('01/05/2025 3:04 PM')
})

test('a missing or invalid date is shown as such', () => {
  expect([formatDateAndAnyTime(null), formatDateAndAnyTime('soon')]).toEqual(['No date', 'Invalid date'])
  expect([formatDetailDate(undefined), formatDetailDate('2025-13-01')]).toEqual(['N/A', 'Invalid date'])
  expect([formatTime(''), formatTime('soon')]).toEqual(['N/A', 'Date error'])
})

test('money has two decimals and a dollar sign', () => {
  expect([formatMoney(12.5), formatMoney(0), formatMoney(null)]).toEqual(['$12.50', '$0.00', 'N/A'])
})

test('days near today are named relative to it, even across months', () => {
  expect(nearDayName('2026-10-31', '2026-10-31')).toBe('Today')
  expect(nearDayName('2026-11-01', '2026-10-31')).toBe('Tomorrow')
  expect(nearDayName('2026-10-31', '2026-11-01')).toBe('Yesterday')
  expect(nearDayName('2026-11-02', '2026-10-31')).toBe('')
})
