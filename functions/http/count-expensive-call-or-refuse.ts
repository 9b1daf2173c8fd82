import { type Entry, routeKeyOf } from '#shared/api/contract.ts'
import { countCallInMinuteOrRefuse } from '../security/throttle.ts'
import type { Caller } from './operation.ts'
import type { Services } from './services.ts'

/** Throws a 429 if the caller, or the caller's whole organisation together, makes this call more often than its entry allows. */
export async function countExpensiveCallOrRefuse(
  entry: Entry,
  { user, tenant }: Caller,
  { table, now }: Services,
): Promise<void> {
  if (!entry.callsPerMinute) return
  const { person, organisation } = entry.callsPerMinute
  const route = routeKeyOf(entry)
  await countCallInMinuteOrRefuse(
    table,
    now(),
    [`${route} person`, user.id, person],
    [`${route} organisation`, tenant.id, organisation],
  )
}
