import { readFactors } from '#shared/api/factors.ts'
import { invalidate } from '../../../lib/api/queries.ts'
import { sessionStore } from '../../../lib/session/session.ts'

/** After a change of the second step, shows the new state and makes the calls that were waiting for a second step. */
export async function refreshFactors(): Promise<void> {
  await Promise.all([invalidate(readFactors), sessionStore.refresh()])
}
