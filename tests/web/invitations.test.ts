import fc from 'fast-check'
import { expect, test } from 'vitest'
import { invitationForm } from '../../web/features/people/invitation-form.ts'
import { readInvitations } from '../../web/features/people/read-invitations.ts'

const jane = 'Jane Doe <jane@x.example>'
const rick = 'Rick Roe <rick@x.example>'
const shown = (text: string) => readInvitations(text).people.map(({ full_name, email }) => `${full_name} <${email}>`)

test.each([
  ['a name and an address on each line', `${jane}\n\n  Rick Roe < rick@x.example >  \r\n`],
  ['Outlook’s list', 'Doe, Jane <jane@x.example>; Roe, Rick <rick@x.example>'],
  ['Outlook’s list with a separator at its end', 'Doe, Jane <jane@x.example>; Roe, Rick <rick@x.example>; '],
  ['Outlook’s names on lines', 'Doe, Jane <jane@x.example>\nRoe, Rick <rick@x.example>'],
  ['Gmail’s list', `${jane}, ${rick},`],
  ['last names first between commas', 'Doe, Jane <jane@x.example>, Roe, Rick <rick@x.example>'],
  ['quoted names', '"Doe, Jane" <jane@x.example>, "Rick Roe" <rick@x.example>'],
  ['addresses alone', 'jane.doe@x.example, <Rick.Roe@x.example>'],
  ['addresses as names', "'Jane Doe' <jane@x.example>; 'Rick Roe' <rick@x.example>"],
  ['a name in parentheses behind its address', 'jane@x.example (Jane Doe), rick@x.example (Rick Roe)'],
  ['a column from a spreadsheet', 'Jane Doe\tjane@x.example\nRick Roe\trick@x.example'],
  ['a group', `Counter: ${jane}, ${rick};`],
  ['the same person twice', `${jane}; ${rick}; ${jane}`],
])('%s is read as two people', (_, text) => {
  expect(readInvitations(text).unreadable).toEqual([])
  expect(shown(text).map((person) => person.toLowerCase().replace(/\.(doe|roe)@/, '@'))).toEqual(
    [jane, rick].map((person) => person.toLowerCase()),
  )
})

test('an address without a name supplies the name', () => {
  expect(shown('ana.bell@x.example; ABELL7@x.example; "bo@x.example" <bo@x.example>')).toEqual([
    'Ana Bell <ana.bell@x.example>',
    'ABELL7 <ABELL7@x.example>',
    'bo <bo@x.example>',
  ])
})

test.each([
  ['O’Neill, Bo <bo@x.example>', 'Bo O’Neill'],
  ['de la Cruz, Maria <bo@x.example>', 'Maria de la Cruz'],
  ['J. R. Doe, PharmD <bo@x.example>', 'J. R. Doe, PharmD'],
  ['"Jane \\"JD\\" Doe" <bo@x.example>', undefined],
  ['=?utf-8?q?J=C3=B6rg?= <bo@x.example>', 'Jörg'],
])('the entry %s is read as %s', (entry, name) => {
  const { people, unreadable } = readInvitations(entry)
  expect([people[0]?.full_name, unreadable]).toEqual([name, name ? [] : [entry]])
})

test.each([
  'Ana Bell',
  'Ana <ana>',
  'Ana <ana@x.example',
  'Ana ana@x.example>',
  'Ana Bell <ana@no@where>',
  'Ana Bell, Bo Cruz <bo@x.example>',
  'ana@x.example bo@x.example',
  'Jane <jane@x.example> Rick <rick@x.example>',
  '"broken <jane@x.example>',
  `${jane}, Rick Roe`,
])('the entry %s cannot be read and is shown unchanged', (entry) => {
  expect(readInvitations(`${jane};${entry}\n${rick}`)).toEqual({
    people: [
      { full_name: 'Jane Doe', email: 'jane@x.example' },
      { full_name: 'Rick Roe', email: 'rick@x.example' },
    ],
    unreadable: [entry],
  })
})

test('an address with two names is read only once', () => {
  expect(readInvitations(`${jane}\nRick Roe <JANE@x.example>`)).toEqual({
    people: [{ full_name: 'Jane Doe', email: 'jane@x.example' }],
    unreadable: ['Rick Roe <JANE@x.example>'],
  })
})

test('in any list, each person is invited by their own name or shown as unreadable', () => {
  const word = fc.constantFrom('Ana', 'Bell', 'O’Neill', 'Núñez', 'Li', 'Smith-Jones')
  const person = fc.record({ first: word, last: word, style: fc.nat(4) })
  const separator = fc.constantFrom('; ', '\n', ', ', ',\n', ';\r\n')
  fc.assert(
    fc.property(fc.array(person, { minLength: 1, maxLength: 6 }), separator, (list, between) => {
      const people = list.map((one, i) => ({ ...one, email: `p${i}@x.example` }))
      const written = people.map(
        ({ first, last, email, style }) =>
          [`${first} ${last} <${email}>`, `${last}, ${first} <${email}>`, `"${last}, ${first}" <${email}>`][style] ??
          (style === 3 ? `'${first} ${last}' <${email}>` : `${email} (${first} ${last})`),
      )
      const { people: read, unreadable } = readInvitations(written.join(between))
      expect(unreadable).toEqual([])
      expect(read).toEqual(people.map(({ first, last, email }) => ({ full_name: `${first} ${last}`, email })))
    }),
    { seed: 57 },
  )
})

const messageOf = (lines: string) => invitationForm().safeParse({ lines, role: '' }).error?.issues[0]?.message

test('the form reports an entry it cannot read before sending anything', () => {
  expect(messageOf(`${jane}\nBo`)).toBe('This line cannot be read: Bo')
  expect(messageOf('Ana Bell <ana@no@where>')).toBe('This line cannot be read: Ana Bell <ana@no@where>')
  expect(messageOf('')).toBe('Enter at least one line')
  expect(messageOf(Array.from({ length: 51 }, (_, i) => `P <p${i}@x.example>`).join('\n'))).toBe(
    'You can invite at most 50 people at once',
  )
  expect(messageOf(jane)).toBeUndefined()
})
