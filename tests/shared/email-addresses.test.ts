import { describe, expect, test } from 'vitest'
import { credentials, loginForm, mailRequest, newUser, userEdit } from '#shared/model/account-forms.ts'
import { patientFields } from '#shared/model/patient.ts'
import { companyForm, registration } from '#shared/model/sign-up.ts'
import { patientBody } from '#tests/support/builders.ts'
import { problemsOf } from '#tests/support/problems.ts'
import { companyBody, password } from '#tests/support/sign-up.ts'

/** Every form with an email address: its schema, values for its other fields, and its message about an invalid address. */
const forms = {
  'the sign-in page': [loginForm(), { password }, 'Please enter a valid email address'],
  'a requested email': [mailRequest(), {}, 'Please enter a valid email'],
  'an invitation': [newUser(), { full_name: 'Ivy' }, 'Please enter a valid email address'],
  'the edit of a user': [userEdit(), {}, 'Please enter a valid email address'],
  'an organization’s sign-up': [companyForm(), companyBody, 'Please enter a valid email address'],
  'a sign-up with a password': [registration(), { ...companyBody, password }, 'Please enter a valid email address'],
  'a patient': [patientFields(), patientBody, 'Invalid email address'],
} as const

const longest = `${'l'.repeat(64)}@${`${'d'.repeat(62)}.`.repeat(2)}${'d'.repeat(60)}.co`

const good = [
  'a@b.co',
  'grace.hopper+rx@example.com',
  "O'Neil_42@mail.example.co.uk",
  "!#$%&'*+/=?^_`{|}~-@example.com",
  '1@2.example',
  'a@xn--mnchen-3ya.de',
  'a@sub-domain.example.museum',
  longest,
]

const bad = [
  ...['grace', 'grace@', '@example.com', 'grace@example', 'a@b@example.com', 'a@.example.com', 'a@example..com'],
  ...['a@example.com.', 'a@-example.com', 'a@example-.com', 'a@example.c', 'a@example.123', 'a@[127.0.0.1]'],
  ...[
    'a,b@example.com',
    'a;b@example.com',
    '<a@example.com>',
    'Ada <a@example.com>',
    '"a b"@example.com',
    'a b@example.com',
  ],
  ...[
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    'a(comment)@example.com',
    'a\\b@example.com',
    'a:b@example.com',
  ],
  ...[
    'jörg@example.com',
    '用户@example.com',
    'a@bücher.example',
    'a@example.com,b@example.com',
    'mailto:a@example.com',
  ],
  `${'l'.repeat(65)}@example.com`,
  `a@${'d'.repeat(64)}.com`,
  // This address begins with the Kelvin sign, which is no ASCII letter although its lower case is `k`.
  '\u212aate@example.com',
]

describe.each(Object.entries(forms))('%s', (_, [form, others, invalid]) => {
  test.each(good)('accepts %s', (email) => {
    expect(problemsOf(form, { ...others, email })).toEqual([])
  })
  test.each(bad)('rejects %s', (email) => {
    expect(problemsOf(form, { ...others, email })).toEqual([`email: ${invalid}`])
  })
  test('rejects an address of more than 254 characters', () => {
    expect(longest).toHaveLength(254)
    expect(problemsOf(form, { ...others, email: longest.replace('.co', '.com') })).toEqual([
      'email: Must be at most 254 characters',
    ])
  })
})

test('an account’s address is stored trimmed and in lower case, a patient’s as typed', () => {
  expect(mailRequest().parse({ email: ' Ada@Example.COM ' })).toEqual({ email: 'ada@example.com' })
  expect(credentials().parse({ email: ' Ada@Example.COM ', password })).toMatchObject({ email: 'ada@example.com' })
  expect(patientFields().parse({ ...patientBody, email: ' Ada@Example.COM ' }).email).toBe('Ada@Example.COM')
})

test('at sign-in, an invalid address counts as wrong', () => {
  expect(problemsOf(credentials(), { email: 'ada', password: 'x' })).toEqual([])
  expect(problemsOf(credentials(), { email: '漢'.repeat(680), password: 'x' })).toEqual([
    'email: Must be at most 254 characters',
  ])
})
