import { randomUUID } from 'node:crypto'
import type { AccountWithMemberships } from '../data/accounts.ts'
import { enterTenant } from '../data/scope.ts'
import { aboutSession } from '../data/subjects.ts'
import { keysOf } from '../data/table-keys.ts'
import { type Actor, actorOf, type EventRecorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'

/**
 * Records a refused sign-in in the organisation that the account used last. For an unknown account, this function makes the same
 * reads and writes an event to an organisation that doesn't exist, so that response time doesn't reveal whether the account exists.
 */
export async function recordSignInRefusal(
  activity: (actor: Actor) => EventRecorder<'session.refused'>,
  known: AccountWithMemberships | undefined,
  services: Services,
): Promise<void> {
  const [last = strangerIn(randomUUID())] = known?.memberships ?? []
  enterTenant(last.tenant_id)
  const user = await services.table.get(keysOf(last.tenant_id).user(last.user_id))
  const doer = user ? actorOf(user) : nobodyIn(last.tenant_id)
  await activity(doer).record({ action: 'session.refused', ...aboutSession(null, { full_name: doer.actor.name }) })
}

const strangerIn = (tenant_id: string) => ({ tenant_id, user_id: tenant_id })

const nobodyIn = (tenantId: string): Actor => ({
  tenantId,
  actor: { id: tenantId, name: '', email: '' },
  isNobody: true,
})
