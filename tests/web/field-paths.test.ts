import { expect, test } from 'vitest'
import { listRoutes } from '#shared/api/areas.ts'
import {
  errorsByField,
  fieldInWords,
  splitProblemsByField,
  valueAt,
  withoutErrorsAt,
  withValueAt,
} from '../../web/lib/forms/form-values.ts'

const values = { name: 'Ana', rows: [{ number: 'A' }, { number: '' }], note: '' }

test('a value is found by its path, and undefined if no field has that path', () => {
  expect(valueAt(values, 'rows.0.number')).toBe('A')
  expect(valueAt(values, 'rows.2.number')).toBeUndefined()
  expect(valueAt(values, 'constructor.name')).toBeUndefined()
})

test('setting a value copies and leaves the original unchanged', () => {
  const next = withValueAt(values, 'rows.1.number', 'B')
  expect(next).toEqual({ ...values, rows: [{ number: 'A' }, { number: 'B' }] })
  expect(values.rows[1]?.number).toBe('')
})

test('a field that the form does not have cannot be set', () => {
  expect(() => withValueAt(values, 'rows.5.number', 'B')).toThrow('rows.5.number')
  expect(() => withValueAt(values, 'nmae', 'B')).toThrow('nmae')
})

test('the first message of a field is shown', () => {
  const issues = [
    { path: ['rows', 1, 'number'], message: 'Required' },
    { path: ['rows', 1, 'number'], message: 'Too short' },
    { path: ['name'], message: 'Taken' },
  ]
  expect(errorsByField(issues)).toEqual({ 'rows.1.number': 'Required', name: 'Taken' })
})

test('editing a field clears its own errors and nested ones only', () => {
  const errors = { 'rows.0.number': 'a', 'rows.1.number': 'b', rows: 'c', rowsTotal: 'd' }
  expect(withoutErrorsAt(errors, 'rows.0.number')).not.toHaveProperty('rows.0.number')
  expect(withoutErrorsAt(errors, 'rows')).toEqual({ rowsTotal: 'd' })
})

test('a refusal’s problems are shown at their fields, and the rest as text', () => {
  const problems = [
    { loc: ['body', 'rows', 1, 'number'], msg: 'RX number is required' },
    { loc: ['body', 'pharmacist_id'], msg: 'Not eligible' },
    { loc: ['query', 'name'], msg: 'Unknown' },
    { loc: ['body'], msg: 'Must be an object' },
  ]
  expect(splitProblemsByField(problems, values)).toEqual({
    fields: { 'rows.1.number': 'RX number is required' },
    rest: 'Pharmacist: Not eligible; Name: Unknown; Must be an object',
  })
})

test.each([
  ['npi_number', 'NPI number'],
  ['nf_aob_form', 'NF AOB form'],
  ['pharmacist_id', 'Pharmacist'],
  ['external_id', 'External ID'],
  ['require_photo_id', 'Require photo ID'],
  ['delivery_ids', 'Delivery IDs'],
])('the field %s is called %s', (field, words) => {
  expect(fieldInWords(['body', field])).toBe(words)
})

test('no field of a call is named as the API spells it', () => {
  const fields = listRoutes().flatMap(({ entry }) => {
    const schema = entry.body?.()
    return schema && 'shape' in schema ? Object.keys(Object(schema.shape)) : []
  })
  expect(fields.length).toBeGreaterThan(100)
  for (const field of fields) expect(fieldInWords(['body', field])).toMatch(/^[A-Z][A-Za-z ]*$/)
})
