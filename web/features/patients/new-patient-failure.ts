import * as z from 'zod/mini'
import { createPatient } from '#shared/api/patients.ts'
import type { CallError } from '../../lib/api/call-error.ts'

/** The reason of the failure. An answer that cannot be parsed has no reason from the server. */
const reasonOf = ({ status, detail, cause }: CallError) => {
  if (status !== createPatient.success) return detail
  const missesOnlyId = cause instanceof z.core.$ZodError && cause.issues.every(({ path }) => path.join() === 'id')
  return missesOnlyId ? 'No patient ID returned from server' : 'Invalid response from server'
}

/** Shown by the picker if a patient could not be created. */
export const newPatientFailure = (error: CallError) => {
  const reason = reasonOf(error)
  return reason ? `Failed to create patient: ${reason}` : 'Failed to create patient. Please try again.'
}
