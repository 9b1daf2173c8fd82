import { readFactors } from '#shared/api/factors.ts'
import { invalidate } from '../../../lib/api/queries.ts'
import { sessionStore } from '../../../lib/session/session.ts'

/**
 * Reads the sign-in methods again after a change. Also reads the session again, which says whether the user has yet to set up a
 * second step.
 */
export async function refreshFactors(): Promise<void> {
  await Promise.all([invalidate(readFactors), sessionStore.refresh()])
}
