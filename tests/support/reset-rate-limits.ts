import { unscopedKeys } from '#functions/data/table-keys.ts'
import { remove } from '#functions/data/writes.ts'
import { type Entry, limitCountName, routeKeyOf } from '#shared/api/contract.ts'
import type { Organisation, TestApp } from './test-app.ts'

/**
 * Resets the count of a limit for a subject, such as an IP address or an organisation, so that tests can make more calls than the
 * limit allows.
 */
export const resetRateLimits = ({ table }: TestApp, what: string, subject: string) =>
  table.write(remove(unscopedKeys.attempts(what, subject)))

/**
 * Resets the counts of a call for the tests' IP address, and for an organisation and its administrator, so that tests can make it
 * more often than its entry allows.
 */
export async function resetCallCounts(app: TestApp, entry: Entry, { tenant, admin }: Organisation): Promise<void> {
  if (entry.limit) await resetRateLimits(app, limitCountName(entry), '127.0.0.1')
  if (!entry.callsPerMinute) return
  const minute = Math.floor(app.clock.now.getTime() / 60_000)
  await resetRateLimits(app, `${routeKeyOf(entry)} person`, JSON.stringify([admin.user.id, minute]))
  await resetRateLimits(app, `${routeKeyOf(entry)} organisation`, JSON.stringify([tenant.id, minute]))
}
