import { expect, test } from 'vitest'
import { isEmailNotVerifiedError, loginFailureText } from '../../web/features/account/login-failure.ts'
import { BrowserError } from '../../web/lib/api/browser-error.ts'
import { CallError, unreachableText } from '../../web/lib/api/call-error.ts'

const hint = 'Just signed up? First open the link in the email we sent you.'
const refused = (status: number, detail = '') => new CallError({ status, detail })

test.each([
  [refused(401, 'Invalid email or password'), `Invalid email or password. Please try again. ${hint}`],
  [refused(429, 'Too many attempts'), `Too many login attempts. Please try again later. ${hint}`],
  [refused(500, 'Internal server error'), 'An unexpected error occurred. Please try again.'],
  [refused(0), 'An unexpected error occurred. Please try again.'],
])('%s is reported in the page’s own words', (error, text) => {
  expect(loginFailureText(error)).toBe(text)
})

test('errors of this browser or its network are reported as such', () => {
  expect(loginFailureText(new BrowserError('No cookies here'))).toBe('No cookies here')
  expect(loginFailureText(refused(0, unreachableText))).toBe(unreachableText)
})

test('an unverified email address shows the notice instead of the error', () => {
  const error = refused(401, 'Email not verified')
  expect(isEmailNotVerifiedError(error)).toBe(true)
  expect(loginFailureText(error)).toBe('')
  expect(isEmailNotVerifiedError(refused(401, 'Invalid email or password'))).toBe(false)
})
