import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { previousIndexWords, previousNameRotations, previousQueryWords } from '#shared/rules/previous-search-words.ts'
import { nameRotations, patientIndexWords, queryWords } from '#shared/rules/search.ts'
import { namesOfManyLanguages } from './names-of-many-languages.ts'

const patientNamed = (name: string) => ({
  name,
  phone: '555-010-0142',
  email: '',
  city: 'New Haven',
  zip_code: '06510',
})

const isFound = (words: readonly string[], queried: readonly string[]) =>
  queried.length > 0 && queried.every((word) => words.some((has) => has.startsWith(word)))

/** Whether one of a delivery's entries, each of which begins with another word of the name, answers a driver's search. */
const isFoundByDriver = (rotations: readonly string[], queried: readonly string[]) => {
  const longest = queried.toSorted((a, b) => b.length - a.length)[0] ?? ''
  return rotations.some((rotation) => rotation.startsWith(longest) && isFound(rotation.split(' '), queried))
}

const languages = Object.entries(namesOfManyLanguages).map(([language, lines]) => ({
  language,
  names: lines
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((part) => part.trim())),
}))
const allNames = languages.flatMap(({ names }) => names.map(([name = '']) => name))

test('the list has 300 names in at least ten languages', () => {
  expect(new Set(allNames).size).toBe(300)
  expect(languages.length).toBeGreaterThanOrEqual(10)
})

describe.each(languages)('names in $language', ({ names }) => {
  test.each(names)('%s is found by what people type', (name, ...typed) => {
    const words = patientIndexWords(patientNamed(name))
    const bare = name.normalize('NFD').replace(/\p{M}/gu, '')
    const parts = name.split(' ')
    const others = [name, bare, name.toUpperCase(), parts.toReversed().join(', '), name.slice(0, 3), `Mr. ${name}`]
    const queries = [...typed, ...typed.map((text) => text.toUpperCase()), ...others]
    expect(queries.filter((query) => !isFound(words, queryWords(query)))).toEqual([])
    // A driver looks for their own deliveries in an index of rotated names.
    expect(typed.filter((query) => !isFoundByDriver(nameRotations(name), queryWords(query)))).toEqual([])
  })
})

test('people with other names are not found', () => {
  const queries = ["o'brien", 'delacruz', 'mueller', 'nguyen van an', '민준', 'احمد']
  const found = (query: string) =>
    allNames.filter((name) => isFound(patientIndexWords(patientNamed(name)), queryWords(query)))
  expect(queries.map((query) => found(query))).toEqual([
    ['Margaret O’Brien'],
    ['María de la Cruz'],
    ['Jürgen Müller'],
    ['Nguyễn Văn An'],
    ['김민준'],
    ['أحمد الحسن'],
  ])
})

test('this release finds whatever an earlier release found', () => {
  const name = fc.oneof(
    fc.constantFrom(...allNames),
    fc
      .array(fc.stringMatching(/^[a-zA-ZéßøÅ’'.,()"-]{1,9}$/), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join(' ')),
  )
  fc.assert(
    fc.property(name, fc.nat(40), fc.nat(12), (full, start, length) => {
      const query = full.slice(start % full.length).slice(0, length)
      fc.pre(/[\p{L}\p{N}]/u.test(query))
      const patient = patientNamed(full)
      if (!isFound(previousIndexWords(patient), previousQueryWords(query))) return
      expect([query, patientIndexWords(patient), queryWords(query)]).toSatisfy(() =>
        isFound(patientIndexWords(patient), queryWords(query)),
      )
      const isFoundByOldName = previousNameRotations(full).some((rotation) =>
        rotation.startsWith(previousQueryWords(query).join(' ')),
      )
      const rotations = nameRotations(full)
      // Only the first words of a name stand in front of an entry.
      if (isFoundByOldName && rotations.length < 6)
        expect([query, rotations]).toSatisfy(() => isFoundByDriver(rotations, queryWords(query)))
    }),
    { numRuns: 2000, seed: 57 },
  )
})
