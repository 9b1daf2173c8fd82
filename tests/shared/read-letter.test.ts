import { expect, test } from 'vitest'
import { readLetter } from '#shared/rules/read-letter.ts'

const own = {
  npi_number: '1234567893',
  nabp_number: '3456789',
  phone_number: '5550100100',
  fax_number: '(555) 010-0101',
}
const found = (text: string) =>
  readLetter(text, own).prescriptions.map(({ rx_number, date }) => (date ? `${rx_number} ${date}` : rx_number))

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
  ['1234567 13/45/2026', ['1234567']],
  ['00 1234567', ['1234567']],
  ['1234567\n 01234567\n1234567 11/03/2026', ['1234567', '1234567 2026-11-03']],
  ['1004321 G. HOPPER, 44101 TABITHA DAY, 100432 ANA LANE', ['1004321', '44101', '100432']],
  ['RX 44100 OR 44101, RX 44102 IN 44103', ['44100', '44101', '44102', '44103']],
  ['Rx 20261001 and prescription no. 555-010-0199', ['20261001', '555-010-0199']],
  ['1004321 METFORMIN 1000MG TAB, 1,000 mg, 1004322 amoxicillin 2500 ml 4000 units', ['1004321', '1004322']],
  ['by 10:00am of the 15th or 5:00 PM, see www.plan.test/a1234 and audit2026@plan.test', []],
  ['1004321 20261001 20261002', ['1004321']],
  ['Cleveland, Ohio 44101; 12 Elm Street, Hamden CT 06514-1234', []],
  ['', []],
])('prescriptions found in %j: %j', (text, listed) => {
  expect(found(text)).toEqual(listed)
})

test('prescription numbers are found in a pasted letter, but not dates or amounts', () => {
  const letter = `Audit 4/2026, due December 4, 2026.
    Please send proof of delivery for:
      Rx Number   Fill    Date Filled   Paid      Member
      1004321     0       10/01/2026    $1,250.10 NOVAK, ANA
      1004322     2       10/02/2026    $80.00    DIAZ, LUIS
      N-778-01    0       10/02/2026    $12.50    LEE, BO`
  expect(found(letter)).toEqual(['1004321 2026-10-01', '1004322 2026-10-02', 'N-778-01 2026-10-02'])
})

test('a hundred thousand characters are read in linear time', { tags: ['proof'] }, () => {
  for (const text of ['1', '1/', '-', 'a ', '11/03/2026', '$1,', '\u0000', 'Nov '])
    expect(() => readLetter(text.repeat(100_000 / text.length), own)).not.toThrow()
})

const letters: Record<string, { text: string; prescriptions: string[]; leftOut: string[] }> = {
  'in sentences': {
    text: `Meridian Pharmacy Benefits, 1200 Market Street, Suite 4400, Columbus, OH 43215
      November 12, 2026                       Case No. 2026-11842
      Corner Pharmacy, NPI 1234567893, NABP 3456789
      Dear pharmacist, in our audit 10/2026 we could not confirm receipt of prescription 2026 and of
      Rx 1004321 (filled 10/01/2026), 1004322 and 1004323-B. Please answer by December 4, 2026,
      by fax to 1-800-555-0199 or call (614) 555-0142, ext. 4521. Reference: MB-77812.`,
    prescriptions: ['2026', '1004321 2026-10-01', '1004322', '1004323-B'],
    leftOut: ['2026-11842', '1234567893', '3456789', '1-800-555-0199', '(614) 555-0142', '4521', 'MB-77812', '4400'],
  },
  'with a table of spaces': {
    text: `Provider NPI: 1234567893      Telephone: 5550100100
      Rx Number   NDC             Fill Date    Qty    Member ID     Paid
      1004321     00093-0058-01   10/01/2026   1000   W88812345     $1,250.10
      1004322     00093005801     10/02/2026   30     W88812346     $80.00
      N-778-01    00093-0058-01   10/02/2026   30     W88812347     $12.50
      1004324     10/02/2026      W88812348

      Questions: 614-555-0142`,
    prescriptions: ['1004321 2026-10-01', '1004322 2026-10-02', 'N-778-01 2026-10-02', '1004324 2026-10-02'],
    leftOut: [
      'W88812348',
      '1234567893',
      '5550100100',
      '00093-0058-01',
      '00093005801',
      '1000',
      'W88812345',
      '614-555-0142',
    ],
  },
  'copied from a spreadsheet': {
    text: [
      'Claim\tRx #\tDOS\tNDC\tPatient',
      '778812345001\t1004321\t2026-10-01\t00093-0058-01\tNOVAK, ANA',
      '778812345002\t01004322\t2026-10-02\t00093005801\tDIAZ, LUIS',
    ].join('\n'),
    prescriptions: ['1004321 2026-10-01', '01004322 2026-10-02'],
    leftOut: ['778812345001', '778812345002', '00093-0058-01', '00093005801'],
  },
  'with comma-separated values': {
    text: [
      'case,rx_number,fill_date,member',
      'AUD-118,1004321,10/01/2026,W88812345',
      'AUD-118,1004322,10/02/2026,W88812346',
    ].join('\n'),
    prescriptions: ['1004321 2026-10-01', '1004322 2026-10-02'],
    leftOut: ['AUD-118', 'W88812345', 'W88812346'],
  },
  'with empty or quoted cells': {
    text: [
      'Claim,Patient,Prescription No.,Filled',
      '"7788,12","NOVAK, ANA",1004321,10/01/2026',
      ',"DIAZ, LUIS",1004322,',
      ',,20261001',
      '',
      'Claim  Rx Number  Filled',
      '77881  1004323    10/03/2026',
      '1004324    10/04/2026',
    ].join('\n'),
    prescriptions: ['1004321 2026-10-01', '1004322', '20261001', '1004323 2026-10-03', '1004324 2026-10-04'],
    leftOut: ['7788', '77881'],
  },
  'line by line': {
    text: `Audit ID: AUD-2026-118    Fax: 614.555.0143
      1) Rx# 1004321 - filled 10/01/26 - NDC 00093-0058-01 - qty 30
      2) Rx# 1004322 - filled 10/02/26 - NDC 00093005801 - qty 1000
      3) RX: 44101 (OH 44101)
      Send to P.O. Box 12345, Columbus, OH 43215-1234. BIN 610014 PCN MEDD4567 Group RX9988
      NABP 3456789. Your own fax is (555) 010-0101.`,
    prescriptions: ['1004321 2026-10-01', '1004322 2026-10-02', '44101'],
    leftOut: ['AUD-2026-118', '614.555.0143', '00093-0058-01', '00093005801', '12345', '610014', 'MEDD4567', '3456789'],
  },
}

test.each(Object.entries(letters))(
  'every prescription of a letter %s is found, and nothing else',
  (_, { text, prescriptions, leftOut }) => {
    const letter = readLetter(text, own)
    expect(found(text)).toEqual(prescriptions)
    expect(letter.leftOut.map(({ rx_number }) => rx_number)).toEqual(expect.arrayContaining(leftOut))
  },
)
