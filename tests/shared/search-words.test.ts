import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { indexedWordLengthLimit, nameKey, patientIndexWords, queryWords } from '#shared/rules/search.ts'

const patient = {
  name: 'José Ann-Marie O’Neil',
  phone: '+1 (555) 010-0142',
  email: 'Jose@Example.com',
  city: 'New Haven',
  zip_code: '06510-1234',
}

describe('a patient is found by', () => {
  const words = patientIndexWords(patient)
  test.each([
    ['the words of the name, without accents', ['jose', 'oneil']],
    ['both parts of a hyphenated name, and both as one', ['ann', 'marie', 'annmarie']],
    ['the part after an apostrophe', ['neil']],
    ['the digits of the phone, and its last four', ['15550100142', '0142']],
    ['the email address as a whole', ['jose@example.com']],
    ['the words of the city', ['new', 'haven']],
    ['the ZIP code, its last four digits, and both together', ['06510', '1234', '065101234']],
  ])('%s', (_, expected) => {
    expect(words).toEqual(expect.arrayContaining(expected))
  })
  test('no other field', () => {
    expect(words).toHaveLength(14)
  })
})

test('a repeated word is stored once', () => {
  const words = patientIndexWords({ ...patient, name: 'Haven Haven', email: '' })
  expect(words.filter((word) => word === 'haven')).toEqual(['haven'])
})

test('at most 40 words of a patient are stored', () => {
  const name = Array.from({ length: 100 }, (_, i) => `n${i}`).join(' ')
  expect(patientIndexWords({ ...patient, name })).toHaveLength(40)
})

test.each([
  ['grace hopper', ['grace', 'hopper']],
  ['  GRACE   Hopper ', ['grace', 'hopper']],
  ['ann-marie', ['ann', 'marie']],
  ['ann–marie', ['ann', 'marie']],
  ['josé', ['jose']],
  ['José', ['jose']],
  ['(555) 010-0142', ['5550100142']],
  ['555 010 0142', ['5550100142']],
  ['555.010', ['555010']],
  ['+1 555', ['1555']],
  ['0142', ['0142']],
  ['06510', ['06510']],
  ['06510-1234', ['065101234']],
  ['06510-1', ['065101']],
  ['06510 0142', ['06510', '0142']],
  ['0142 06510', ['0142', '06510']],
  ['555-010', ['555010']],
  ['haven 555-01', ['haven', '55501']],
  ['grace@example.com new', ['grace@example.com', 'new']],
  ['ann-m@example.com', ['ann-m@example.com']],
  ['ann ann', ['ann']],
  [' ', []],
  ['', []],
  ['-', []],
  ['()', []],
])('the query %j searches for %j', (query, words) => {
  expect(queryWords(query)).toEqual(words)
})

test('a patient is found by prefixes of any words in their name', () => {
  const names = fc.array(fc.stringMatching(/^[a-zéßñ’-]{1,12}$/), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(names, fc.integer({ min: 1, max: 12 }), (parts, length) => {
      const words = patientIndexWords({ ...patient, name: parts.join(' ') })
      const query = parts.map((part) => part.slice(0, length)).join(' ')
      expect(queryWords(query).filter((queried) => !words.some((word) => word.startsWith(queried)))).toEqual([])
    }),
    { seed: 21 },
  )
})

test('long words are cut between characters, never within one', () => {
  const long = `${'a'.repeat(indexedWordLengthLimit - 1)}😀😀`
  for (const word of [...patientIndexWords({ ...patient, name: long }), ...queryWords(long), nameKey(long)]) {
    expect(word.isWellFormed()).toBe(true)
  }
})

test('the directory is sorted by folded name', () => {
  const names = ['Zoë', 'adam', 'Émile', 'Bert']
  expect(names.toSorted((a, b) => (nameKey(a) < nameKey(b) ? -1 : 1))).toEqual(['adam', 'Bert', 'Émile', 'Zoë'])
})
