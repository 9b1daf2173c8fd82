import { expect, test } from 'vitest'
import {
  asKnownSchema,
  isOutsideAlternatives,
  issuesAt,
  isText,
  type Path,
  placesIn,
  requestSchemas,
} from '#tests/support/places-in.ts'

const unreadable = 'Contains a character that is not allowed'

/**
 * Texts that no field accepts, because they contain half of a surrogate pair, the replacement character of a failed decoding, or a
 * control character.
 */
const nowhere = [
  '\ud800',
  'a\udc00b',
  'Jo\ufffdrg',
  '\u0000',
  'a\u0001',
  '\u001bc',
  'a\rb',
  'a\r\nb',
  'a\u007fb',
  '\u0085',
]

/** Texts with line breaks or tabs, which only fields of several lines accept. */
const inNotes = ['a\nb', 'a\tb', '\na', 'b\t', 'a\u2028b']

const severalLines = [
  ...['delivery_notes', 'notes', 'description', 'company_description', 'access_notes'],
  ...['hipaa_form_reason', 'note', 'reason', 'correction'],
]

/** Fields that a scanner fills. It may send a line end or a tab around the code, but not inside. */
const isScanned = (name: string, field: string) => field === 'q' || (field === 'code' && !name.includes('/auth/'))
const isAround = (odd: string) => /^\s\w|\w\s$/.test(odd)

/** The field at a path. The `value` of a correction is text of any kind, and that of a time range is not. */
const nameOf = (path: Path) => (path.join('.') === 'value' ? 'correction' : String(path.at(-1)))

const noText: Record<string, string> = { amount: 'Must be a number', correction: 'Must be text or a number' }

test.each(requestSchemas())('$name rejects characters that pages cannot show', ({ name, schema }) => {
  for (const place of placesIn(asKnownSchema(schema)).filter(isText).filter(isOutsideAlternatives)) {
    const field = nameOf(place.path)
    // A field that may be a number refuses the text with a message of its own, about the type of the value.
    const refused = [noText[field] ?? unreadable]
    const resultOf = (odd: string) => [place.path, odd, issuesAt(schema, place, odd).map(({ message }) => message)]
    for (const odd of nowhere) expect(resultOf(odd)).toEqual([place.path, odd, refused])
    for (const odd of inNotes) {
      const isTaken = severalLines.includes(field) || (isScanned(name, field) && isAround(odd))
      expect(resultOf(odd)).toEqual([place.path, odd, isTaken ? [] : refused])
    }
  }
})

test('only notes and descriptions may have several lines', () => {
  const names = requestSchemas().flatMap(({ schema }) =>
    placesIn(asKnownSchema(schema))
      .filter(
        (place) => isText(place) && isOutsideAlternatives(place) && issuesAt(schema, place, 'a\n\tb').length === 0,
      )
      .map(({ path }) => nameOf(path)),
  )
  expect([...new Set(names)].toSorted()).toEqual(severalLines.toSorted())
})

test('letters, marks and symbols of any script are accepted unchanged', () => {
  const [{ schema } = { schema: undefined }] = requestSchemas().filter(({ name }) => name === 'POST /api/roles body')
  const place = schema && placesIn(asKnownSchema(schema)).find(({ path }) => path[0] === 'name')
  if (!schema || !place) throw new Error('There are no roles')
  for (const name of ['O’Brien-Łukasz', '漢字 🙂', 'נועה', 'ก็', '<b>"&\'</b>', '👩‍⚕️', 'a\u00a0b', 'e\u0301'])
    expect([name, issuesAt(schema, place, name)]).toEqual([name, []])
})
