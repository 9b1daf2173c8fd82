import { expect, test } from 'vitest'
import { dayIn } from '#shared/rules/dates.ts'
import { lastDayOut, returnStateOn, returnWindowStart } from '#shared/rules/return-window.ts'

const calendar = (return_window_days: number) => ({ return_window_days, return_window_kind: 'calendar' }) as const
const business = (return_window_days: number) => ({ return_window_days, return_window_kind: 'business' }) as const

test.each([
  ['ten calendar days', '2026-11-20', calendar(10), '2026-11-30'],
  ['one day', '2026-11-20', calendar(1), '2026-11-21'],
  ['across the end of a month of 30 days', '2026-04-25', calendar(10), '2026-05-05'],
  ['across the end of a month of 31 days', '2026-01-25', calendar(10), '2026-02-04'],
  ['across the end of a year', '2026-12-28', calendar(10), '2027-01-07'],
  ['across the end of February', '2026-02-20', calendar(10), '2026-03-02'],
  ['across a leap day', '2028-02-20', calendar(10), '2028-03-01'],
  ['onto a leap day', '2028-02-19', calendar(10), '2028-02-29'],
  ['no leap day in 2100', '2100-02-20', calendar(10), '2100-03-02'],
  ['across the night when clocks go forward', '2026-03-05', calendar(10), '2026-03-15'],
  ['across the night when clocks go back', '2026-10-28', calendar(10), '2026-11-07'],
  ['the longest window', '2026-11-22', calendar(60), '2027-01-21'],
  ['ten business days from a Friday', '2026-11-20', business(10), '2026-12-04'],
  ['one business day from a Friday is Monday', '2026-11-20', business(1), '2026-11-23'],
  ['one business day from a Saturday is Monday', '2026-11-21', business(1), '2026-11-23'],
  ['one business day from a Sunday is Monday', '2026-11-22', business(1), '2026-11-23'],
  ['five business days from a Monday are a week', '2026-11-23', business(5), '2026-11-30'],
  ['business days across a leap day', '2028-02-25', business(3), '2028-03-01'],
  ['business days across the end of a year', '2026-12-30', business(10), '2027-01-13'],
])('the return date is correct for: %s', (_, from, window, by) => {
  expect(lastDayOut(from, window)).toBe(by)
})

test.each([
  ['three calendar days are left', '2026-11-27', '2026-11-30', calendar(10), 'ok'],
  ['two days are left', '2026-11-28', '2026-11-30', calendar(10), 'soon'],
  ['on its last day', '2026-11-30', '2026-11-30', calendar(10), 'soon'],
  ['the day after', '2026-12-01', '2026-11-30', calendar(10), 'over'],
  ['three business days are left', '2026-11-25', '2026-11-30', business(5), 'ok'],
  ['two business days are left over a weekend', '2026-11-26', '2026-11-30', business(5), 'soon'],
  ['on the Saturday before its last Monday', '2026-11-28', '2026-11-30', business(5), 'soon'],
  ['on the Saturday after its last Friday', '2026-11-28', '2026-11-27', business(5), 'over'],
  ['long before', '2026-01-01', '2026-11-30', business(60), 'ok'],
] as const)('the state is correct when %s', (_, today, by, window, state) => {
  expect(returnStateOn(by, today, window)).toBe(state)
})

test('at one moment the day, and with it the state, differs between time zones', () => {
  const moment = new Date('2026-12-01T03:30:00Z')
  const stateIn = (zone: string) => returnStateOn('2026-11-30', dayIn(zone, moment), calendar(10))
  expect([stateIn('America/New_York'), stateIn('UTC'), stateIn('Pacific/Kiritimati')]).toEqual(['soon', 'over', 'over'])
})

test('the window starts at the earliest prescription, by fill date or else RX date', () => {
  expect(
    returnWindowStart([
      { fill_date: '2026-11-20', rx_date: '2026-11-01' },
      { fill_date: '', rx_date: '2026-11-18' },
      { fill_date: '', rx_date: '' },
    ]),
  ).toBe('2026-11-18')
  expect(returnWindowStart([{ fill_date: '', rx_date: '' }])).toBeNull()
  expect(returnWindowStart([])).toBeNull()
})
