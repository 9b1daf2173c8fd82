import { expect, test } from 'vitest'
import { isCalendarDate } from '#shared/model/fields.ts'
import { addDays, earliestDeliveryDate, utcDate } from '#shared/rules/dates.ts'

test('the date of an instant is its UTC day', () => {
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

test('yesterday in UTC is the earliest delivery date, because it is still today somewhere', () => {
  expect(earliestDeliveryDate(new Date('2026-03-01T00:30:00Z'))).toBe('2026-02-28')
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
