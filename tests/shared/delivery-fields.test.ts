import { describe, expect, test } from 'vitest'
import { deliveryEdit, deliveryForm, languages, newDelivery } from '#shared/model/delivery-form.ts'
import { defaultTimeRanges } from '#shared/rules/time-ranges.ts'
import { problemsOf } from '#tests/support/problems.ts'

const body = { delivery_date: '2026-03-10', time_range: '09:00-12:00', patient_id: 'p1' }
const problems = (fields: object) => problemsOf(newDelivery(), { ...body, ...fields })

test.each([
  ['delivery_date', 'Delivery date is required'],
  ['time_range', 'Time range is required'],
  ['patient_id', 'Please select a patient'],
])('a delivery needs a %s', (field, message) => {
  for (const value of ['', undefined, null]) expect(problems({ [field]: value })).toEqual([`${field}: ${message}`])
})

test.each(['2026-02-30', '10.03.2026', 'tomorrow', '2026-03-10T10:00:00Z'])(
  '%s is an invalid date',
  (delivery_date) => {
    expect(problems({ delivery_date })).toEqual(['delivery_date: Invalid date'])
  },
)

test('time range and language must be among the options', () => {
  for (const { value: time_range } of defaultTimeRanges) expect(problems({ time_range })).toEqual([])
  for (const { value: language } of languages) expect(problems({ language })).toEqual([])
  expect(problems({ time_range: '11:00-10:00' })).toEqual(['time_range: Time range is required'])
  expect(problems({ language: 'klingon' })).toEqual(['language: Please select a language'])
})

test('the form starts in English without pharmacist, rows or flags', () => {
  expect(deliveryForm().parse(body)).toEqual({
    ...body,
    pharmacist_id: null,
    language: 'english',
    delivery_notes: '',
    rx_information: [],
    sku_information: [],
    require_photo_id: false,
    refrigerated: false,
    collect_copay: false,
    signature_required: false,
    hipaa_form: false,
    lien_form: false,
    nf_aob_form: false,
  })
})

test('fields that the server computes are ignored in requests', () => {
  const sent = { ...body, total_copay: 1, total_price: 1, id: 'mine', version: 9, patient_name: 'X', history: [] }
  expect(Object.keys(newDelivery().parse(sent))).toEqual(Object.keys(newDelivery().parse(body)))
})

test('a new delivery can be pending but have no other status', () => {
  expect(problems({ status: 'pending' })).toEqual([])
  for (const status of ['assigned', 'unassigned', 'delivered', '', 'PENDING', null]) {
    expect(problems({ status })).toEqual([
      'status: A new delivery can only be set to pending; otherwise its pharmacist determines the status',
    ])
  }
})

describe('an RX row', () => {
  const row = (fields: object) => problems({ rx_information: [{ rx_number: 'RX-1', ...fields }] })
  test('requires a number', () => {
    for (const rx_number of ['', ' ', undefined, null])
      expect(row({ rx_number })).toEqual(['rx_information.0.rx_number: RX number is required'])
  })
  test('has a copay of 0 by default', () => {
    const { rx_information } = newDelivery().parse({ ...body, rx_information: [{ rx_number: 'RX-1' }] })
    expect(rx_information).toEqual([{ rx_number: 'RX-1', copay: 0, rx_date: '', fill_date: '', fill_number: null }])
  })
  test.each([
    [-0.01, 'Cannot be negative'],
    [1.005, 'Must have at most two decimals'],
    [1_000_000, 'Must be less than $1,000,000'],
    ['10', 'Must be a number'],
    [null, 'Must be a number'],
  ])('with a copay of %j is rejected', (copay, message) => {
    expect(row({ copay })).toEqual([`rx_information.0.copay: ${message}`])
  })
  test.each([0, 0.01, 0.07, 1.1, 999_999.99])('with a copay of %d is accepted', (copay) => {
    expect(row({ copay })).toEqual([])
  })
  test('has a valid fill date or none', () => {
    expect(row({ rx_date: '2026-01-31' })).toEqual([])
    expect(row({ rx_date: '' })).toEqual([])
    expect(row({ rx_date: '2026-01-32' })).toEqual(['rx_information.0.rx_date: Invalid date'])
  })
  test('has a number of at most 60 characters', () => {
    expect(row({ rx_number: 'x'.repeat(61) })).toEqual(['rx_information.0.rx_number: Must be at most 60 characters'])
  })
})

describe('a SKU row', () => {
  const row = (fields: object) => problems({ sku_information: [{ sku_number: 'S', quantity: 1, price: 0, ...fields }] })
  test.each([
    [0, 'Must be at least 1'],
    [-1, 'Must be at least 1'],
    [10_000, 'Must be at most 9999'],
    [1.5, 'Must be a whole number'],
    ['2', 'Must be a number'],
    [undefined, 'Must be a number'],
  ])('with a quantity of %j is rejected', (quantity, message) => {
    expect(row({ quantity })).toEqual([`sku_information.0.quantity: ${message}`])
  })
  test.each([
    [-1, 'Cannot be negative'],
    [0.001, 'Must have at most two decimals'],
    [undefined, 'Must be a number'],
  ])('with a price of %j is rejected', (price, message) => {
    expect(row({ price })).toEqual([`sku_information.0.price: ${message}`])
  })
  test('requires a number', () => {
    expect(row({ sku_number: '' })).toEqual(['sku_information.0.sku_number: SKU number is required'])
  })
})

test.each(['rx_information', 'sku_information'])('%s has at most 100 rows', (field) => {
  const row = { rx_number: 'RX', sku_number: 'S', quantity: 1, price: 0 }
  expect(problems({ [field]: Array(100).fill(row) })).toEqual([])
  expect(problems({ [field]: Array(101).fill(row) })).toEqual([`${field}: Must be at most 100 rows`])
  expect(problems({ [field]: 'none' })).toEqual([`${field}: Must be a list`])
})

test('notes have at most 2000 characters', () => {
  expect(problems({ delivery_notes: 'x'.repeat(2000) })).toEqual([])
  expect(problems({ delivery_notes: 'x'.repeat(2001) })).toEqual(['delivery_notes: Must be at most 2000 characters'])
})

test.each([
  'require_photo_id',
  'refrigerated',
  'collect_copay',
  'signature_required',
  'hipaa_form',
  'lien_form',
  'nf_aob_form',
])('%s is true or false', (field) => {
  expect(problems({ [field]: true })).toEqual([])
  expect(problems({ [field]: 'true' })).toEqual([`${field}: Must be true or false`])
})

test('an empty pharmacist ID means none', () => {
  for (const pharmacist_id of ['', null, undefined])
    expect(newDelivery().parse({ ...body, pharmacist_id }).pharmacist_id).toBe(null)
  expect(problems({ pharmacist_id: 7 })).toEqual(['pharmacist_id: Must be an id'])
})

describe('an edit', () => {
  test('omits fields that are not sent', () => {
    expect(deliveryEdit().parse({})).toEqual({})
    expect(deliveryEdit().parse({ refrigerated: true })).toEqual({ refrigerated: true })
  })
  test('accepts null for no pharmacist', () => {
    expect(deliveryEdit().parse({ pharmacist_id: null })).toEqual({ pharmacist_id: null })
  })
  test('validates sent fields like the form', () => {
    const sent = { delivery_date: '', time_range: '', patient_id: '', rx_information: [{}], refrigerated: 1 }
    expect(problemsOf(deliveryEdit(), sent)).toEqual([
      'delivery_date: Delivery date is required',
      'time_range: Time range is required',
      'patient_id: Please select a patient',
      'rx_information.0.rx_number: RX number is required',
      'refrigerated: Must be true or false',
    ])
  })
  test('rejects a status', () => {
    expect(deliveryEdit().parse({ status: 'delivered' })).toEqual({})
  })
})
