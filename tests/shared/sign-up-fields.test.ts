import { describe, expect, test } from 'vitest'
import {
  companyForm,
  newSubscriptions,
  productSelection,
  registration,
  signUpProductsQuery,
} from '#shared/model/sign-up.ts'
import { hasValidNpiCheckDigit } from '#shared/rules/npi.ts'
import { problemsOf } from '#tests/support/problems.ts'
import { companyBody } from '#tests/support/sign-up.ts'

const example = 'Please enter exactly 10 digits (e.g., 1234567890)'
const invalidNpi = 'metadata.npi_number: NPI number must be exactly 10 digits'
const invalidNabp = 'metadata.nabp_number: NABP number must be exactly 7 digits'

const problemsWith = (fields: object) => problemsOf(companyForm(), { ...companyBody, ...fields })
const problemsWithNumbers = (numbers: object) => problemsWith({ metadata: { ...companyBody.metadata, ...numbers } })

const blank = {
  full_name: ' ',
  email: '',
  phone_number: '',
  company_name: '',
  business_type: ['pharmacy'],
  metadata: { npi_number: '', nabp_number: '', fax_number: '', company_description: '' },
}
const allMissing = [
  'full_name: Full name is required',
  'email: Email is required',
  `phone_number: ${example}`,
  'company_name: Company name is required',
  invalidNpi,
  `metadata.fax_number: ${example}`,
]

describe('the first step', () => {
  test.each([null, 7, 'text', []])('rejects %j in the organization’s details', (metadata) => {
    expect(problemsWith({ metadata })).toEqual(['metadata: NPI number must be exactly 10 digits'])
  })

  test('accepts a complete form: trimmed, with a lowercase address and unique business types', () => {
    const form = { ...companyBody, email: ' Olive@Example.COM ', company_name: ' Olive Drugs ' }
    expect(companyForm().parse({ ...form, business_type: ['pharmacy', 'medical', 'pharmacy'] })).toEqual({
      ...companyBody,
      email: 'olive@example.com',
      business_type: ['pharmacy', 'medical'],
    })
  })

  test('reports all blank fields at once, each in its own words', () => {
    expect(problemsOf(companyForm(), blank)).toEqual([...allMissing, invalidNabp])
  })

  test('reports a missing field like a blank one', () => {
    const noType = 'business_type: Please select at least one business type'
    expect(problemsOf(companyForm(), {}).toSorted()).toEqual([...allMissing, noType].toSorted())
    expect(
      problemsOf(companyForm(), { business_type: ['pharmacy'], metadata: { nabp_number: '' } }).toSorted(),
    ).toEqual([...allMissing, invalidNabp].toSorted())
  })

  test('does not require a domain or a description, and accepts a long one', () => {
    const { domain: _, ...withoutDomain } = companyBody
    expect(problemsOf(companyForm(), withoutDomain)).toEqual([])
    expect(problemsWithNumbers({ company_description: undefined })).toEqual([])
    expect(problemsWithNumbers({ company_description: 'x'.repeat(2000) })).toEqual([])
    expect(problemsWithNumbers({ company_description: 'x'.repeat(2001) })).toHaveLength(1)
  })

  test.each([
    [{ company_name: 'O' }, 'company_name: Company name must be at least 2 characters'],
    [{ full_name: 'O' }, 'full_name: Name must be at least 2 characters'],
    [{ email: 'olive' }, 'email: Please enter a valid email address'],
    [{ business_type: [] }, 'business_type: Please select at least one business type'],
    [{ business_type: ['bakery'] }, 'business_type.0: Unknown business type'],
    [{ phone_number: '555-010-01' }, `phone_number: ${example}`],
    [{ phone_number: '555010014' }, 'phone_number: Phone number must be exactly 10 digits'],
    [{ phone_number: '55501001422' }, 'phone_number: Phone number must be exactly 10 digits'],
    [{ company_name: 'x'.repeat(201) }, 'company_name: Must be at most 200 characters'],
  ])('rejects %j', (fields, problem) => {
    expect(problemsWith(fields)).toEqual([problem])
  })

  test.each([
    [{ fax_number: '(555) 010' }, `metadata.fax_number: ${example}`],
    [{ fax_number: '555' }, 'metadata.fax_number: Fax number must be exactly 10 digits'],
    [{ npi_number: '123456789' }, invalidNpi],
    [{ npi_number: '123456789x' }, invalidNpi],
    [{ nabp_number: '123456' }, invalidNabp],
    [{ nabp_number: '12345678' }, invalidNabp],
  ])('rejects the numbers %j', (numbers, problem) => {
    expect(problemsWithNumbers(numbers)).toEqual([problem])
  })

  test('requires an NABP number only of pharmacies', () => {
    const metadata = { ...companyBody.metadata, nabp_number: '' }
    expect(problemsWith({ business_type: ['medical'], metadata })).toEqual([])
    expect(problemsWith({ business_type: ['medical', 'pharmacy'], metadata })).toEqual([invalidNabp])
  })
})

test('a sign-up with a password requires a strong one, besides everything else', () => {
  expect(problemsOf(registration(), { ...blank, password: '' })).toEqual([
    ...allMissing,
    'password: Password is required',
    invalidNabp,
  ])
  expect(problemsOf(registration(), { ...companyBody, password: 'sturdy bridge 77' })).toEqual([
    'password: Must contain at least one uppercase letter (A-Z)',
  ])
})

test.each([
  [
    'the second step',
    (keys: unknown) => problemsOf(productSelection(), { tenant_id: 't', subscribed_products: keys }),
    'to continue',
  ],
  ['the portal', (keys: unknown) => problemsOf(newSubscriptions(), keys), 'to subscribe'],
])('%s requires at least one product and accepts only existing ones', (_, problems, purpose) => {
  for (const none of [[], undefined, 'delivery'])
    expect(problems(none)).toEqual([expect.stringMatching(`: Please select at least one product ${purpose}$`)])
  expect(problems(['delivery', 'bakery'])).toEqual([expect.stringMatching(/1: This product is not available$/)])
  expect(problems(['delivery', 'docfinder', 'delivery'])).toEqual([])
})

test('business types are a comma-separated list that may contain spaces', () => {
  expect(signUpProductsQuery().parse({ business_types: ' medical , pharmacy,medical' })).toEqual({
    business_types: ['medical', 'pharmacy'],
  })
  for (const none of [undefined, '', ' , '])
    expect(problemsOf(signUpProductsQuery(), { business_types: none })).toEqual([
      'business_types: Please select at least one business type',
    ])
})

describe('the check digit of an NPI', () => {
  test.each(['1234567893', '1993999998', '1000000004'])('is valid in %s', (npi) => {
    expect(hasValidNpiCheckDigit(npi)).toBe(true)
    const wrong = Array.from({ length: 9 }, (_, by) => `${npi.slice(0, 9)}${(Number(npi[9]) + by + 1) % 10}`)
    expect(wrong.filter(hasValidNpiCheckDigit)).toEqual([])
  })
  test.each(['', '123456789', '12345678931', '123456789x', '0000000000'])('is invalid in %j', (npi) => {
    expect(hasValidNpiCheckDigit(npi)).toBe(false)
  })
  test('is not verified in the form', () => {
    expect(problemsWithNumbers({ npi_number: '1234567890' })).toEqual([])
  })
})
