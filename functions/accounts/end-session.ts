import type { StoredSession } from '../data/entities/session.ts'
import { enterTenant } from '../data/scope.ts'
import { aboutSession } from '../data/subjects.ts'
import { keysOf } from '../data/table-keys.ts'
import { type Actor, actorOf, type EventRecorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import { endSessionWrites } from '../security/sessions.ts'

/**
 * Ends a session, and records the event in the organisation to which the session was signed in. There is no event if the user no
 * longer exists.
 */
export async function endSession(
  activity: (actor: Actor) => EventRecorder<'session.ended'>,
  session: StoredSession,
  { table, now }: Services,
): Promise<void> {
  const { id, tenant_id, user_id } = session
  enterTenant(tenant_id)
  const ending = endSessionWrites(session, now())
  const user = await table.get(keysOf(tenant_id).user(user_id))
  if (user) await activity(actorOf(user)).record({ action: 'session.ended', ...aboutSession(id, user) }, ...ending)
  else await table.write(...ending)
}
