import type { ActivityAction, FieldChange } from '#shared/model/activity.ts'
import type { AccountWithMemberships } from '../data/accounts.ts'
import { runInAllMemberships, runInMembership } from '../data/scope.ts'
import { aboutUser } from '../data/subjects.ts'
import type { Table } from '../data/table.ts'
import { keysOf } from '../data/table-keys.ts'
import type { Write } from '../data/writes.ts'
import { type Actor, actorOf, type EventRecorder } from '../http/recorder.ts'

interface AccountChange<A extends ActivityAction> {
  action: A
  changes?: FieldChange[]
}

interface AccountChangeRecord<A extends ActivityAction> {
  known: AccountWithMemberships
  activity: EventRecorder<A> | ((actor: Actor) => EventRecorder<A>)
  change: AccountChange<A>
}

/**
 * Returns the writes that record a change to an account as an event in each organisation to which the account belongs. Write them
 * within `runInAllMemberships`, because otherwise only one organisation may be accessed.
 */
export async function accountEventWrites<A extends ActivityAction>(
  table: Table,
  { known, activity, change }: AccountChangeRecord<A>,
): Promise<Write[]> {
  const { memberships } = known
  const users = await Promise.all(
    memberships.map(({ tenant_id, user_id }) =>
      runInMembership(memberships, tenant_id, () => table.get(keysOf(tenant_id).user(user_id))),
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
export async function recordAccountChange<A extends ActivityAction>(
  table: Table,
  recording: AccountChangeRecord<A>,
  ...writes: readonly Write[]
): Promise<void> {
  const { known, activity } = recording
  const events = await accountEventWrites(table, recording)
  await runInAllMemberships(known.memberships, () =>
    typeof activity === 'function' ? table.write(...writes, ...events) : activity.record([], ...writes, ...events),
  )
}
