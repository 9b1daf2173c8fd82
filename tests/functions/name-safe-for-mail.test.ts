import { describe, expect, test } from 'vitest'
import { nameSafeForMail } from '#functions/mail/name-safe-for-mail.ts'

const safeName = (name: string) => nameSafeForMail(name, 'Someone').replaceAll('\u2060', '')

test.each([
  'Ada Lovelace',
  'J. R. R. Tolkien',
  'J.R. Smith',
  'Anne Mc.D',
  'Corner Pharmacy No.1',
  'Rx 24/7 Pharmacy',
  'Pharmacy #10142',
  'Smith & Sons, Inc.',
  'Route 66 - Exit 1234',
  'Grace @ Corner Pharmacy',
  'O’Brien-Łukasz 漢字 🙂',
  'Ольга Петровна',
])('the name %s is used unchanged', (name) => {
  expect(safeName(name)).toBe(name)
})

describe('a name is omitted if it contains', () => {
  test.each([
    'https://prize.example',
    'HTTP://PRIZE',
    'ftp://files',
    'www.prize',
    'See prize.example',
    'prize.COM/win',
    'Ada.Lovelace',
    'me@prize.example',
    'me@host',
    'приз.рф',
    'prize．example',
    'prize。example',
    'pri\u200bze.\u200bexample',
    '=?UTF-8?B?aHR0cHM6Ly9wcml6ZS5leGFtcGxl?=',
    'Corner ＝?utf-8?q?prize=2Eexample?=',
  ])('a link: %s', (name) => {
    expect(safeName(name)).toBe('Someone')
  })

  test.each([
    '5550100142',
    'Call 555-0142',
    '+1 (555) 010-0142',
    '555.010.0142 Ada',
    '5 5 5 0 1 4 2',
    '５５５０１００１４２',
    '٥٥٥٠١٠٠١٤٢',
  ])('a phone number: %s', (name) => {
    expect(safeName(name)).toBe('Someone')
  })
})

test('text that mail clients might still turn into a link is broken up invisibly', () => {
  expect(nameSafeForMail('J.R. Smith', 'Someone')).toBe('J.\u2060R. Smith')
})

test('a name of any length is checked in linear time', () => {
  for (const text of ['1 ', 'a.', '. ', '@', '1-', '\u200b'])
    expect(nameSafeForMail(text.repeat(100_000), 'Someone')).toBeTruthy()
})
