import { readFactors } from '#shared/api/factors.ts'
import { invalidate } from '../../../lib/api/queries.ts'
import { sessionStore } from '../../../lib/session/session.ts'

/** Reads the sign-in methods and the session again, after a change of the second step. Calls that waited for one are then made. */
export async function refreshFactors(): Promise<void> {
  await Promise.all([invalidate(readFactors), sessionStore.refresh()])
}
