import { expect, test } from 'vitest'
import { fitValuesToSample } from '../../web/lib/forms/merge-edits.ts'

const sample = {
  name: '',
  amount: 0,
  person: null,
  isUrgent: false,
  rows: [{ number: '', count: 1 }],
  metadata: { fax: '' },
}

test('values of the same shape are accepted unchanged', () => {
  const value = {
    name: 'Grace',
    amount: '',
    person: 'u1',
    isUrgent: true,
    rows: [
      { number: 'RX-1', count: '' },
      { number: 'RX-2', count: 2 },
    ],
    metadata: { fax: '5550100101' },
  }
  expect(fitValuesToSample(sample, value)).toEqual(value)
  expect(fitValuesToSample({ ...sample, rows: [] }, value)).toEqual(value)
})

test('fields that are missing or of another type get initial values, and unknown fields are dropped', () => {
  const value = { name: { first: 'Grace' }, isUrgent: 'yes', rows: [{ number: 'RX-1' }], colour: 'red' }
  expect(fitValuesToSample(sample, value)).toEqual({ ...sample, rows: [{ number: 'RX-1', count: 1 }] })
})

test.each([undefined, null, 'text', [], { rows: 'none' }])('%j is replaced by the initial values', (value) => {
  expect(fitValuesToSample(sample, value)).toEqual(sample)
})
