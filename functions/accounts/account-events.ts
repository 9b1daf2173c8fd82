import type { Action, FieldChange } from '#shared/model/activity.ts'
import type { AccountWithMemberships } from '../data/accounts.ts'
import { inAllMemberships, inMembership } from '../data/scope.ts'
import { aboutUser } from '../data/subjects.ts'
import type { Table } from '../data/table.ts'
import { keysOf } from '../data/table-keys.ts'
import type { Write } from '../data/writes.ts'
import { type Actor, actorOf, type Recorder } from '../http/recorder.ts'

interface AccountChange<A extends Action> {
  action: A
  changes?: FieldChange[]
}

interface AccountChangeRecord<A extends Action> {
  known: AccountWithMemberships
  activity: Recorder<A> | ((actor: Actor) => Recorder<A>)
  change: AccountChange<A>
}

/**
 * Returns the writes of the events of a change to an account, one for each of its organisations. Write them within
 * `inAllMemberships`, without which only one organisation may be accessed.
 */
export async function accountEvents<A extends Action>(
  table: Table,
  { known, activity, change }: AccountChangeRecord<A>,
): Promise<Write[]> {
  const { memberships } = known
  const users = await Promise.all(
    memberships.map(({ tenant_id, user_id }) =>
      inMembership(memberships, tenant_id, () => table.get(keysOf(tenant_id).user(user_id))),
    ),
  )
  const actors = users.flatMap((user) => (user ? actorOf(user) : []))
  const [first] = actors
  if (!first) return []
  const recorder = typeof activity === 'function' ? activity(first) : activity
  return recorder.eventsFor(actors, ({ actor }) => ({
    ...change,
    ...aboutUser({ id: actor.id ?? '', full_name: actor.name }),
  }))
}

/** Writes a change to an account in one transaction with an event for each of its organisations. */
export async function recordAccountChange<A extends Action>(
  table: Table,
  recording: AccountChangeRecord<A>,
  ...writes: readonly Write[]
): Promise<void> {
  const { known, activity } = recording
  const events = await accountEvents(table, recording)
  await inAllMemberships(known.memberships, () =>
    typeof activity === 'function' ? table.write(...writes, ...events) : activity.record([], ...writes, ...events),
  )
}
