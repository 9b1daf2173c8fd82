import { setTimeout as wait } from 'node:timers/promises'
import { readOrganisation, unknownTenantId } from '../data/organisations.ts'
import { inTenant } from '../data/scope.ts'
import type { Services } from './services.ts'

/** Lambda allows an init ten seconds, which a service that hangs must not use up. */
const limitMs = 2000

/**
 * Does the slow work of a first call during init, when Lambda gives full processors: reads the signing secret and opens the
 * connection to the table, both at the same time. Everything else here would be repeated by the first call. What fails is retried
 * by the first call.
 */
export async function warmUp({ keys, table }: Services): Promise<void> {
  const done = Promise.allSettled([
    keys.current(),
    inTenant(unknownTenantId, () => readOrganisation(table, unknownTenantId, new Date(0))),
  ])
  await Promise.race([done, wait(limitMs, undefined, { ref: false })])
}
