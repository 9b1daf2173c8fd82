import { expect, test } from 'vitest'
import { addDays, dayIn, isCalendarDate, isTimeZone, utcDate } from '#shared/rules/dates.ts'

test('the date of a timestamp is its UTC day', () => {
  expect(utcDate(new Date('2026-03-10T23:59:59.999Z'))).toBe('2026-03-10')
  expect(utcDate(new Date('2026-03-10T23:30:00-05:00'))).toBe('2026-03-11')
})

test.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2026-03-29', 1, '2026-03-30'],
  ['2026-06-15', 0, '2026-06-15'],
])('%s moved by %i days is %s', (date, days, moved) => {
  expect(addDays(date, days)).toBe(moved)
})

test.each([
  ['America/New_York', '2026-03-01T04:59:59Z', '2026-02-28'],
  ['America/New_York', '2026-03-01T05:00:00Z', '2026-03-01'],
  // Summer time begins on March 8 at 7:00 UTC. From then on, midnight is an hour earlier in UTC.
  ['America/New_York', '2026-03-08T04:59:59Z', '2026-03-07'],
  ['America/New_York', '2026-03-09T03:59:59Z', '2026-03-08'],
  ['America/New_York', '2026-03-09T04:00:00Z', '2026-03-09'],
  ['America/New_York', '2026-11-02T04:59:59Z', '2026-11-01'],
  // These two zones lie on the two sides of the date line.
  ['Pacific/Kiritimati', '2026-06-15T10:00:00Z', '2026-06-16'],
  ['Pacific/Kiritimati', '2026-06-15T09:59:59Z', '2026-06-15'],
  ['Pacific/Pago_Pago', '2026-06-15T10:59:59Z', '2026-06-14'],
  ['Pacific/Pago_Pago', '2026-06-15T11:00:00Z', '2026-06-15'],
  ['UTC', '2026-12-31T23:59:59.999Z', '2026-12-31'],
])('in %s, the timestamp %s is on %s', (timeZone, instant, day) => {
  expect(dayIn(timeZone, new Date(instant))).toBe(day)
})

test.each(['America/New_York', 'UTC', 'Asia/Kolkata', 'US/Eastern'])('%s is a time zone', (name) => {
  expect(isTimeZone(name)).toBe(true)
})

test.each(['', 'New York', '+05:00', 'America/Nowhere', '__proto__'])('%j is not a time zone', (name) => {
  expect(isTimeZone(name)).toBe(false)
})

test.each([
  '2026-02-30',
  '2026-13-01',
  '2026-00-10',
  '2025-02-29',
  '26-01-01',
  '2026-1-1',
  '2026-01-01T00:00:00Z',
  '01/05/2026',
  '',
])('%j is not a calendar date', (value) => {
  expect(isCalendarDate(value)).toBe(false)
})

test.each(['2024-02-29', '2026-12-31', '9999-12-31'])('%s is a calendar date', (value) => {
  expect(isCalendarDate(value)).toBe(true)
})
