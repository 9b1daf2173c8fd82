import { describe, expect, test } from 'vitest'
import { patientFields } from '#shared/model/patient.ts'
import { patientBody } from '#tests/support/builders.ts'
import { problemsOf } from '#tests/support/problems.ts'

const problems = (fields: object) => problemsOf(patientFields(), { ...patientBody, ...fields })

test.each([
  ['name', 'Name is required'],
  ['phone', 'Phone number is required'],
  ['address', 'Address is required'],
  ['city', 'City is required'],
  ['state', 'State is required'],
  ['zip_code', 'ZIP code is required'],
])('a patient requires a %s: neither missing, blank nor null', (field, message) => {
  for (const value of ['', '   ', undefined, null])
    expect(problems({ [field]: value })).toEqual([`${field}: ${message}`])
})

test('all required fields are reported for an empty patient', () => {
  expect(problemsOf(patientFields(), {})).toHaveLength(6)
})

test.each(['C', 'CTX', 'Connecticut'])('the state %s does not have 2 characters', (state) => {
  expect(problems({ state })).toEqual(['state: State must be 2 characters'])
})

test('the state is converted to upper case, and all text is trimmed', () => {
  const parsed = patientFields().parse({ ...patientBody, state: ' ct ', name: '  Grace  ' })
  expect(parsed).toMatchObject({ state: 'CT', name: 'Grace' })
})

test('an optional field is empty if missing', () => {
  const { email: _, apt_suite_building: __, is_business_address: ___, ...required } = patientBody
  expect(patientFields().parse(required)).toMatchObject({
    email: '',
    apt_suite_building: '',
    is_business_address: false,
  })
})

describe('a phone number', () => {
  test.each(['5550100142', '+15550100142', '(555) 010-0142', '555.010.014234', '+44 20 7946 0018', '55-501-00142'])(
    'is stored as typed: %s',
    (phone) => {
      expect(patientFields().parse({ ...patientBody, phone }).phone).toBe(phone)
    },
  )
  test.each(['555/010-0303', '555·010·0308', '555_010_0311', '555,010,0312', '555:010:0313', '++1|555|0100142'])(
    'may have any separators: %s',
    (phone) => {
      expect(problems({ phone })).toEqual([])
    },
  )
  test.each([
    ['555–010—0304', '555-010-0304'],
    ['555\u2011010\u22120309', '555-010-0309'],
    ['\u202a555-010-0305\u202c', '555-010-0305'],
    ['5550100312\ufe0f', '5550100312'],
    ['(555)\u00a0010-0309\u200b', '(555) 010-0309'],
  ])('is stored without invisible characters and typographic dashes: %s', (phone, stored) => {
    expect(patientFields().parse({ ...patientBody, phone }).phone).toBe(stored)
  })
  test.each([
    '555010014',
    '5550100142123',
    '555-CALL-NOW',
    'none',
    '555-010-0301 / 555-010-0302',
    '+',
    '５５５０１００１４２',
  ])('is rejected: %s', (phone) => {
    expect(problems({ phone })).toEqual(['phone: Please enter a valid phone number'])
  })
  test.each(['x204', ' ext. 204', ', 20', ' (Extension 2)', ' #12', ';204', ' EXT204'])(
    'with the extension %s is rejected with a hint where to put the extension',
    (extension) => {
      expect(problems({ phone: `555-010-0302${extension}` })).toEqual([
        'phone: Put the extension into the access notes.',
      ])
    },
  )
  test('of invisible characters only counts as missing', () => {
    expect(problems({ phone: '\u200b\u200e' })).toHaveLength(1)
  })
})

test.each(['grace', 'grace@', '@example.com', 'grace@example', 'gr ace@example.com'])(
  '%s is not an email address',
  (email) => {
    expect(problems({ email })).toEqual(['email: Invalid email address'])
  },
)

test.each([
  ['name', 201, 'Must be at most 200 characters'],
  ['address', 201, 'Must be at most 200 characters'],
  ['apt_suite_building', 201, 'Must be at most 200 characters'],
  ['city', 201, 'Must be at most 200 characters'],
  ['zip_code', 21, 'Must be at most 20 characters'],
])('a %s of %i characters is too long', (field, length, message) => {
  expect(problems({ [field]: 'x'.repeat(length) })).toEqual([`${field}: ${message}`])
  expect(problems({ [field]: 'x'.repeat(length - 1) })).toEqual([])
})

test.each(['name', 'phone', 'address', 'city', 'state', 'zip_code', 'email', 'apt_suite_building'])(
  'a %s that is not a string is rejected',
  (field) => {
    for (const value of [7, true, ['x'], { x: 1 }]) expect(problems({ [field]: value })).toHaveLength(1)
  },
)

test('a business address flag must be a boolean', () => {
  expect(problems({ is_business_address: 'yes' })).toEqual(['is_business_address: Must be true or false'])
  expect(problems({ is_business_address: true })).toEqual([])
  expect(problems({ notices: 'fax' })).toEqual(['notices: Must be default, email, sms or none'])
})
