import { emailNotVerifiedText, tooManyLoginsText } from '#shared/rules/sign-in-refusals.ts'
import { BrowserError } from '../../lib/api/browser-error.ts'
import { type CallError, errorDetail, unreachableText } from '../../lib/api/call-error.ts'

export const signingInText = 'Signing in...'
export const loginFailedText = 'Login failed'

/** Whether the password was right but the e-mail address is not verified yet. */
export const isEmailNotVerifiedError = ({ status, detail }: CallError) =>
  status === 401 && detail.includes(emailNotVerifiedText)

/** A hint for new users. Every refused sign-in shows it: if only new users saw it, it would reveal why the sign-in was refused. */
export const newUserHint = 'Just signed up? First open the link in the email we sent you.'
const withHint = (text: string) => `${text} ${newUserHint}`

/**
 * Returns the server's text about a failed sign-in, or `failed` if there is none. If the server refused the sign-in, the hint for
 * new users follows.
 */
export function signInRefusalText(error: CallError, failed = loginFailedText): string {
  const text = errorDetail(error, failed)
  const isRefused = error.status === 401 || error.status === 429
  return isRefused ? withHint(/[.!?]$/.test(text) ? text : `${text}.`) : text
}

/** Returns the form's message for a failed login, or '' if the address is not verified, which a notice above the form explains. */
export function loginFailureText(error: CallError): string {
  if (isEmailNotVerifiedError(error)) return ''
  if (error instanceof BrowserError || error.detail === unreachableText) return error.detail
  if (error.status === 401) return withHint('Invalid email or password. Please try again.')
  if (error.status === 429) return withHint(tooManyLoginsText)
  return 'An unexpected error occurred. Please try again.'
}
