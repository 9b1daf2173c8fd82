import { expect, test } from 'vitest'
import { listedPrescriptions } from '#shared/rules/prescription-list.ts'

const found = (text: string) =>
  listedPrescriptions(text).map(({ rx_number, date }) => (date ? `${rx_number} ${date}` : rx_number))

test.each([
  ['1234567\n7654321', ['1234567', '7654321']],
  ['1234567, 7654321;0099887|5554443\t2223334', ['1234567', '7654321', '0099887', '5554443', '2223334']],
  ['RX#1234567 RX:7654321 (RX/5554443) "2223334".', ['1234567', '7654321', '5554443', '2223334']],
  ['C-4411-A and N0042', ['C-4411-A', 'N0042']],
  ['123 abcdef one-two 123456789012345678901', []],
  ['1234567 11/03/2026 NOVAK', ['1234567 2026-11-03']],
  ['11/03/2026 1234567 NOVAK', ['1234567 2026-11-03']],
  ['1234567\t2026-11-03\t$1,250.00\tNOVAK, ANA\t12.50', ['1234567 2026-11-03']],
  ['1234567 11/3/26 7654321 11/4/26', ['1234567 2026-11-03', '7654321 2026-11-04']],
  ['1234567 Nov 3, 2026 and 7654321 of 4 November 2026', ['1234567 2026-11-03', '7654321 2026-11-04']],
  ['1234567 7654321 11-03-2026', ['1234567', '7654321 2026-11-03']],
  ['11/03/2026\n1234567', ['1234567']],
  ['1234567 13/45/2026', ['1234567', '2026']],
  ['00 1234567', ['1234567']],
  ['1234567\n 01234567\n1234567 11/03/2026', ['1234567', '1234567 2026-11-03']],
  ['', []],
])('in %j the prescriptions are %j', (text, listed) => {
  expect(found(text)).toEqual(listed)
})

test('a pasted letter gives up its numbers, and neither its dates nor its sums', () => {
  const letter = `Audit 4/2026, due December 4, 2026.
    Please send proof of delivery for:
      Rx Number   Fill    Date Filled   Paid      Member
      1004321     0       10/01/2026    $1,250.10 NOVAK, ANA
      1004322     2       10/02/2026    $80.00    DIAZ, LUIS
      N-778-01    0       10/02/2026    $12.50    LEE, BO`
  expect(found(letter)).toEqual(['2026 2026-12-04', '1004321 2026-10-01', '1004322 2026-10-02', 'N-778-01 2026-10-02'])
})

test('a hundred thousand characters are read at once, whatever they are', () => {
  for (const text of ['1', '1/', '-', 'a ', '11/03/2026', '$1,', '\u0000', 'Nov '])
    expect(() => listedPrescriptions(text.repeat(100_000 / text.length))).not.toThrow()
})
