import { expect, test } from 'vitest'
import { invitationLinesForm } from '#shared/model/invitation-lines.ts'
import { readInvitationLines } from '#shared/rules/invitation-lines.ts'

test('each line has a name and an email address', () => {
  const text = 'Ana Bell <ana@pharmacy.example>\n\n  O’Neill, Bo < bo@pharmacy.example >  \r\n'
  expect(readInvitationLines(text)).toEqual({
    people: [
      { full_name: 'Ana Bell', email: 'ana@pharmacy.example' },
      { full_name: 'O’Neill, Bo', email: 'bo@pharmacy.example' },
    ],
    unreadable: [],
  })
})

test.each([
  'ana@pharmacy.example',
  '<ana@pharmacy.example>',
  'Ana Bell',
  'Ana <ana>',
  'Ana <ana@x.example',
  'Ana ana@x.example>',
])('the line %s is rejected', (line) => {
  expect(readInvitationLines(line).unreadable).toEqual([line])
})

const messageOf = (lines: string) => invitationLinesForm().safeParse({ lines, role: '' }).error?.issues[0]?.message

test('the form reports a line it cannot read before sending anything', () => {
  expect(messageOf('Ana Bell <ana@pharmacy.example>\nBo')).toBe('This line cannot be read: Bo')
  expect(messageOf('Ana Bell <ana@no@where>')).toBe('This line cannot be read: Ana Bell <ana@no@where>')
  expect(messageOf('')).toBe('Enter at least one line')
  expect(messageOf(Array.from({ length: 51 }, (_, i) => `P <p${i}@x.example>`).join('\n'))).toBe(
    'You can invite at most 50 people at once',
  )
  expect(messageOf('Ana Bell <ana@pharmacy.example>')).toBeUndefined()
})
