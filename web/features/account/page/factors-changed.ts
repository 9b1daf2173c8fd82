import { readFactors } from '#shared/api/factors.ts'
import { invalidate } from '../../../lib/api/queries.ts'
import { sessionStore } from '../../../lib/session/session.ts'

/** After a change of the second step, the page shows it, and calls that were waiting for a second step are made. */
export async function factorsChanged(): Promise<void> {
  await Promise.all([invalidate(readFactors), sessionStore.refresh()])
}
