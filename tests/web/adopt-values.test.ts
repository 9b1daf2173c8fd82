import { expect, test } from 'vitest'
import { fitValuesToSample } from '../../web/lib/forms/kept-values.ts'

const sample = {
  name: '',
  amount: 0,
  person: null,
  isUrgent: false,
  rows: [{ number: '', count: 1 }],
  metadata: { fax: '' },
}

test('values of the same form are taken as they are', () => {
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

test('what another release had not, or had otherwise, is as the form begins; what it had beyond is gone', () => {
  const value = { name: { first: 'Grace' }, isUrgent: 'yes', rows: [{ number: 'RX-1' }], colour: 'red' }
  expect(fitValuesToSample(sample, value)).toEqual({ ...sample, rows: [{ number: 'RX-1', count: 1 }] })
})

test.each([undefined, null, 'text', [], { rows: 'none' }])('%j is no form at all', (value) => {
  expect(fitValuesToSample(sample, value)).toEqual(sample)
})
