import { setTimeout as wait } from 'node:timers/promises'
import { nilId, readOrganisation } from '../data/organisations.ts'
import { runInTenant } from '../data/scope.ts'
import type { Services } from './services.ts'

/** The most time that warming up may take. Lambda allows an init ten seconds, and a service that hangs must not use them up. */
const limitMs = 2000

/**
 * Does the slow part of the first request already during init, when Lambda gives more CPU: reads the signing secret and opens the
 * connection to the table, in parallel. Nothing else is worth doing here: the first request would have to do it again. Failures are
 * ignored, because the first request tries again.
 */
export async function warmUp({ keys, table }: Services): Promise<void> {
  const done = Promise.allSettled([
    keys.current(),
    runInTenant(nilId, () => readOrganisation(table, nilId, new Date(0))),
  ])
  await Promise.race([done, wait(limitMs, undefined, { ref: false })])
}
