import { describe, expect, test } from 'vitest'
import { findIdOrIdStart, isDeliveryAddress, readSlipCode } from '#shared/rules/slip-codes.ts'

const id = '1a2b3c4d-0000-4abc-8def-0123456789ab'
const slip = 'ABCDEFGH23'
const url = `https://carelane.example/pharmacy/delivery/${id}?slip=${slip}`

/** What a scanner types instead, with Caps Lock or another keyboard. */
const swapped = (text: string) =>
  [...text].map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase())).join('')
const typed = (text: string) => [
  text,
  text.toUpperCase(),
  text.toLowerCase(),
  swapped(text),
  `${text}\r\n`,
  ` ${text}\t`,
]

describe('as scanners type it', () => {
  test.each([...typed(url), ...typed(url.replaceAll('-', '')), ...typed(url.replaceAll('-', '–'))])(
    'the address %j',
    (text) => {
      expect([readSlipCode(text), isDeliveryAddress(text), findIdOrIdStart(text)]).toEqual([{ id, slip }, true, id])
    },
  )
  const code = `${id.slice(0, 8)}-${slip}`
  test.each([...typed(code), ...typed(code.replace('-', '')), ...typed(code.replace('-', '—'))])(
    'the code %j',
    (text) => {
      expect([readSlipCode(text), isDeliveryAddress(text)]).toEqual([{ id: id.slice(0, 8), slip }, false])
      expect(findIdOrIdStart(text)).toBe(id.slice(0, 8))
    },
  )
  test.each([...typed(id), ...typed(id.replaceAll('-', ''))])('the ID %j', (text) => {
    expect([readSlipCode(text), findIdOrIdStart(text)]).toEqual([undefined, id])
  })
})

test('the address of a slip without characters is read, and other texts are not', () => {
  expect(readSlipCode(url.replace(/\?.*/, '/'))).toEqual({ id, slip: undefined })
  for (const text of ['', slip, 'grace hopper', `${url}#more`, `https://x.example/${id}`, id.slice(0, 7)])
    expect([text, readSlipCode(text)]).toEqual([text, undefined])
  expect(findIdOrIdStart(id.slice(0, 7))).toBeUndefined()
})
