import { type CallError, errorDetail } from '../../lib/api/call-error.ts'

/** The reason why a step was refused. */
export const registrationFailure = (error: CallError) => errorDetail(error, 'Registration failed. Please try again.')
