import { expect, test } from 'vitest'
import { correctedFieldLabel, correctionValueText } from '#shared/rules/corrected-field.ts'

test.each([
  ['amount', 12.5, '$12.50'],
  ['amount', 0, '$0.00'],
  ['amount', null, 'nothing'],
  ['payment_method', 'card', 'Card'],
  ['signer_relationship', 'facility_staff', 'Facility staff'],
  ['signer_relationship', 'of another release', 'of another release'],
  ['delivery_notes', '', 'nothing'],
  ['rx_information.0.fill_number', 0, '0'],
])('of %s, %j is corrected to or from: %s', (field, value, words) => {
  expect(correctionValueText(field, value)).toBe(words)
})

test('a field of a prescription is called by its number, and one that is not known by its path', () => {
  const rows = [{ row: 2, rx_number: '777' }]
  expect(correctedFieldLabel('rx_information.2.fill_date', rows)).toBe('RX 777: fill date')
  expect(correctedFieldLabel('rx_information.0.fill_date', rows)).toBe('rx_information.0.fill_date')
})
