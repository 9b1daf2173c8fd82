import { type CallError, errorDetail } from '../../lib/api/call-error.ts'

/** Returns the text of the reason why a step of the sign-up failed. */
export const registrationFailureText = (error: CallError) =>
  errorDetail(error, 'Registration failed. Please try again.')
