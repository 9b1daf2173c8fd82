import { setTimeout as wait } from 'node:timers/promises'
import { nobody, readOrganisation } from '../data/organisations.ts'
import { inTenant } from '../data/scope.ts'
import type { Services } from './services.ts'

/** Lambda gives an init ten seconds: a service that hangs must not use them up. */
const limitMs = 2000

/**
 * Has the first call's slow beginnings done in the init, where Lambda gives whole processors: the signing secret is read, and
 * the table was asked once. Both at once, and no more than that: whatever else runs here runs again in the first call. What
 * fails is tried again by the first call.
 */
export async function warmUp({ keys, table }: Services): Promise<void> {
  const done = Promise.allSettled([
    keys.current(),
    inTenant(nobody, () => readOrganisation(table, nobody, new Date(0))),
  ])
  await Promise.race([done, wait(limitMs, undefined, { ref: false })])
}
