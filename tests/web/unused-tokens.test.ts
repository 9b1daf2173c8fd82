import { expect, test } from 'vitest'
import { withoutUnusedTokens } from '../../web/build/unused-tokens.ts'

test('a token that any sheet refers to stays, with the tokens that it is made of', () => {
  const sheets = [':root{--amplify-a:var(--amplify-b);--amplify-b:1px}', '.x{gap:var(--amplify-a)}']
  expect(withoutUnusedTokens(sheets)).toEqual(sheets)
})

test('a token that nothing refers to goes, and then what only it referred to', () => {
  const css = ':root{--amplify-a:var(--amplify-b,2px);--amplify-b: 1px;--amplify-c:3px}.x{gap:var(--amplify-c)}'
  expect(withoutUnusedTokens([css])).toEqual([':root{--amplify-c:3px}.x{gap:var(--amplify-c)}'])
})

test('rules and tokens of others are left alone', () => {
  const css = ':root{--brand:teal;--amplify-a:1px}.amplify-card:hover{color:red}'
  expect(withoutUnusedTokens([css])).toEqual([':root{--brand:teal;}.amplify-card:hover{color:red}'])
})
