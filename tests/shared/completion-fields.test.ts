import { describe, expect, test } from 'vitest'
import { completion, signatureLimitBytes, statusChange } from '#shared/model/completion.ts'
import { signature } from '#tests/support/builders.ts'
import { problemsOf } from '#tests/support/problems.ts'

const problems = (fields: object) => problemsOf(completion(), { patient_signature: signature, ...fields })
const parsed = (fields: object) => completion().parse({ patient_signature: signature, ...fields })

test('a completion requires a signature', () => {
  for (const patient_signature of ['', undefined, null])
    expect(problems({ patient_signature })).toEqual([
      'patient_signature: Please provide a signature before completing the delivery',
    ])
})

test.each([
  'data:image/jpeg;base64,AAAA',
  'data:image/png;base64,',
  'data:image/png,AAAA',
  'AAAA',
  'https://x.test/s.png',
])('the signature %s is not a PNG', (patient_signature) => {
  expect(problems({ patient_signature })).toEqual(['patient_signature: The signature must be a PNG image'])
})

test('a signature larger than half a megabyte is rejected', () => {
  const patient_signature = `data:image/png;base64,${'A'.repeat(Math.ceil(signatureLimitBytes / 3) * 4 + 4)}`
  expect(problems({ patient_signature })).toContain('patient_signature: The signature image is too large')
})

describe('an amount', () => {
  test.each([
    [10.5, 10.5],
    ['10.5', 10.5],
    [' 7 ', 7],
    [0, 0],
    ['', 0],
    [null, 0],
    [undefined, 0],
    ['abc', 0],
    ['Infinity', 0],
  ])('of %j counts as %d', (amount, counted) => {
    expect(parsed({ amount }).amount).toBe(counted)
  })
  test.each([
    [-1, 'Cannot be negative'],
    ['-0.01', 'Cannot be negative'],
    [0.005, 'Must have at most two decimals'],
    [1_000_000, 'Must be less than $1,000,000'],
    [true, 'Must be a number'],
    [[], 'Must be a number'],
  ])('of %j is rejected', (amount, message) => {
    expect(problems({ amount })).toEqual([`amount: ${message}`])
  })
})

test.each(['hipaa_form_received', 'counseling_received', 'counseling_required', 'is_first_delivery'] as const)(
  '%s is a boolean, also as text, and false if missing',
  (flag) => {
    expect([true, 'true', false, 'false', undefined].map((value) => parsed({ [flag]: value })[flag])).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    for (const value of ['yes', 1, 'TRUE', null])
      expect(problems({ [flag]: value })).toEqual([`${flag}: Must be true or false`])
  },
)

test('the signature’s time is a timestamp or null', () => {
  for (const value of ['2026-03-10T15:00:00.000Z', '2026-03-10T15:00:00+02:00', null, undefined])
    expect(problems({ signature_timestamp: value })).toEqual([])
  for (const value of ['2026-03-10', 'now', '', '2026-13-10T15:00:00Z', 1_773_154_800])
    expect(problems({ signature_timestamp: value })).toEqual(['signature_timestamp: Invalid date'])
})

test('notes may be missing or null and have at most 2000 characters', () => {
  for (const field of ['notes', 'delivery_notes']) {
    for (const value of [undefined, null, '', 'Left at the door']) expect(problems({ [field]: value })).toEqual([])
    expect(problems({ [field]: 'x'.repeat(2001) })).toEqual([`${field}: Must be at most 2000 characters`])
  }
})

describe('a change of status', () => {
  test('requires one of the seven statuses', () => {
    for (const status of ['', 'done', undefined, null])
      expect(problemsOf(statusChange(), { status })).toEqual(['status: Please select a status'])
  })
  test('requires no other field', () => {
    expect(statusChange().parse({ status: 'cancelled' })).toMatchObject({ status: 'cancelled', notes: '' })
  })
  test('accepts a PNG signature or none', () => {
    expect(problemsOf(statusChange(), { status: 'delivered', patient_signature: signature })).toEqual([])
    expect(problemsOf(statusChange(), { status: 'delivered', patient_signature: 'mine' })).toEqual([
      'patient_signature: The signature must be a PNG image',
    ])
  })
})
