import { randomUUID } from 'node:crypto'
import type { KnownAccount } from '../data/accounts.ts'
import type { StoredUser } from '../data/entities.ts'
import { keysOf } from '../data/keys.ts'
import { enterTenant, inMembership } from '../data/scope.ts'
import { aboutSession } from '../data/subjects.ts'
import { type Doer, doerOf, type Recorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'

/**
 * Leaves the event of a refused sign-in in the organisation that the account used last. An account that is nobody's takes the same
 * reads and the same write, so that time does not tell: its event stands in an organisation that does not exist.
 */
export async function recordRefusal(
  activity: (doer: Doer) => Recorder<'session.refused'>,
  known: KnownAccount | undefined,
  services: Services,
): Promise<void> {
  const user = await lastUser(known, services)
  enterTenant(user.tenant_id)
  await activity(doerOf(user)).record({ action: 'session.refused', ...aboutSession(null, user) })
}

type Somebody = Pick<StoredUser, 'tenant_id' | 'id' | 'full_name' | 'email'>

/** One read, whoever it is of. */
async function lastUser(known: KnownAccount | undefined, { table }: Services): Promise<Somebody> {
  const { memberships = [] } = known ?? {}
  const stranger = randomUUID()
  const { tenant_id, user_id } = memberships[0] ?? { tenant_id: stranger, user_id: stranger }
  const reached = memberships.length > 0 ? memberships : [{ tenant_id }]
  const user = await inMembership(reached, tenant_id, () => table.get(keysOf(tenant_id).user(user_id)))
  return user ?? { tenant_id: stranger, id: stranger, full_name: '', email: '' }
}
