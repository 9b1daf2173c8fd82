import * as z from 'zod/mini'
import { createPatient } from '#shared/api/patients.ts'
import type { CallError } from '../../lib/api/call-error.ts'

/** Returns the server's reason for a failure or, if the server succeeded, what is wrong with its response. */
const reasonOf = ({ status, detail, cause }: CallError) => {
  if (status !== createPatient.success) return detail
  const missesOnlyId = cause instanceof z.core.$ZodError && cause.issues.every(({ path }) => path.join() === 'id')
  return missesOnlyId ? 'No patient ID returned from server' : 'Invalid response from server'
}

/** Returns the message of the dialog for a new patient if the patient could not be created. */
export const newPatientFailureText = (error: CallError) => {
  const reason = reasonOf(error)
  return reason ? `Failed to create patient: ${reason}` : 'Failed to create patient. Please try again.'
}
