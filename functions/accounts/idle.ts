import type { StoredSession } from '../data/entities/session.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import { keysOf } from '../data/table-keys.ts'
import type { Services } from '../http/services.ts'
import { accessTokenSeconds } from '../security/access-tokens.ts'
import { longestRestMs } from '../security/sessions.ts'

const minuteMs = 60_000

/** Returns true if no one has used a session for as long as its organisation allows. */
export async function isAway(session: StoredSession, tenant: StoredTenant, services: Services): Promise<boolean> {
  const { idle_minutes } = tenant
  const unusedMs = services.now().getTime() - Date.parse(session.last_used_at)
  if (idle_minutes === 0 || unusedMs < idle_minutes * minuteMs) return false
  return !(await isDelivering(session.user_id, tenant, services))
}

/**
 * Returns true if a session has rested at any time for longer than an organisation allows. A page of an organisation that allows
 * more reports its use only with each new access token, so a rest of that length is no sign that no one was there.
 */
export const hasRestedBeyond = ({ idle_minutes }: StoredTenant, session: StoredSession, now: Date): boolean =>
  idle_minutes > 0 && longestRestMs(session, now) >= Math.max(idle_minutes * minuteMs, accessTokenSeconds * 1000)

/**
 * Returns true if the user has a delivery on its way. The session then isn't ended for idleness, because drivers may not touch the
 * page for a long time.
 */
const isDelivering = (userId: string, { id }: StoredTenant, { table }: Services) =>
  table.isAny(keysOf(id).ofPharmacist(userId, 'in_progress'))
