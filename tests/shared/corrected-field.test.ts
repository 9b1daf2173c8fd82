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
])('the %s %j is shown in a correction as %s', (field, value, words) => {
  expect(correctionValueText(field, value)).toBe(words)
})

test('a prescription’s field is labeled with its number, and an unknown field with its path', () => {
  const rows = [{ row: 2, rx_number: '777' }]
  expect(correctedFieldLabel('rx_information.2.fill_date', rows)).toBe('RX 777: fill date')
  expect(correctedFieldLabel('rx_information.0.fill_date', rows)).toBe('rx_information.0.fill_date')
})
