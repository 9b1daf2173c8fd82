import { type CallError, detailOf } from '../../lib/call-error.ts'
import { toast } from '../../lib/toast.ts'

/** Why a step was refused. */
export const registrationFailure = (error: CallError) => detailOf(error, 'Registration failed. Please try again.')

export const toastRegistrationFailure = (error: CallError) => toast.error(registrationFailure(error))
