import { type CallError, detailOf } from '../../lib/api/call-error.ts'

/** The reason why a step was refused. */
export const registrationFailure = (error: CallError) => detailOf(error, 'Registration failed. Please try again.')
