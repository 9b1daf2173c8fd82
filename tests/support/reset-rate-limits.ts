import { unscopedKeys } from '#functions/data/table-keys.ts'
import { remove } from '#functions/data/writes.ts'
import { type Entry, limitCountName, routeKeyOf } from '#shared/api/contract.ts'
import type { Organisation, TestApp } from './test-app.ts'

/**
 * Resets the count of a limit for a subject, such as an IP address or an organisation, so that tests can make more calls than the
 * limit allows.
 */
export const resetRateLimits = ({ table }: Pick<TestApp, 'table'>, what: string, subject: string) =>
  table.write(remove(unscopedKeys.attempts(what, subject)))

/**
 * Resets the counts of a call for the tests' IP address, and for an organisation and its administrator, so that tests can make it
 * more often than its entry allows.
 */
export async function resetCallCounts(app: TestApp, entry: Entry, { tenant, admin }: Organisation): Promise<void> {
  if (entry.limit) await resetRateLimits(app, limitCountName(entry), '127.0.0.1')
  if (entry.callsPerMinute)
    await resetCountsOfMinute(app, entry, { personId: admin.user.id, tenantId: tenant.id, now: app.clock.now })
}

/** Resets the counts of a call for a person and an organisation in the current minute. */
export async function resetCountsOfMinute(
  app: Pick<TestApp, 'table'>,
  entry: Entry,
  { personId, tenantId, now }: { personId: string; tenantId: string; now: Date },
): Promise<void> {
  const minute = Math.floor(now.getTime() / 60_000)
  await resetRateLimits(app, `${routeKeyOf(entry)} person`, JSON.stringify([personId, minute]))
  await resetRateLimits(app, `${routeKeyOf(entry)} organisation`, JSON.stringify([tenantId, minute]))
}
