import type { StoredApiKey } from '../data/entities/api-key.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { aboutApiKey, aboutUser } from '../data/subjects.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { userCountWrites } from '../data/users.ts'
import { remove, update } from '../data/writes.ts'
import { actorOf, openEventRecorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import type { RevocationTask } from '../mail/revocation-task.ts'

/**
 * Carries out the task that follows the link `This wasn’t me`: revokes the API keys that the user created or replaced since the
 * task's moment, and deactivates the people whom the user invited since then and who have not joined yet. Each is a change of its
 * own, so a repeat continues where the task broke off.
 */
async function revokeRecentPowers(services: Services, task: RevocationTask): Promise<void> {
  const { table } = services
  const keys = keysOf(task.tenant_id)
  const user = await table.get(keys.user(task.user_id))
  if (user) {
    for (const key of await table.queryAll(keys.apiKeys, { consistent: true }))
      if (isMadeBy(key, task)) await revokeKey(services, { user, task }, key)
    for await (const page of table.queryPages(keys.users, { consistent: true }))
      for (const invited of page)
        if (isInvitedBy(invited, task)) await voidInvitation(services, { user, task }, invited)
  }
  await table.write(remove(unscopedKeys.mail(task)))
}

/** How the worker carries out the items of the outbox that are about the powers of an account. */
export const accountTasks = { revocation: revokeRecentPowers }

const isMadeBy = (key: StoredApiKey, { user_id, since }: RevocationTask): boolean =>
  key.revoked_at === undefined &&
  ((key.created_by.id === user_id && key.created_at >= since) ||
    (key.rotated_by_id === user_id && (key.rotated_at ?? '') >= since))

const isInvitedBy = (person: StoredUser, { user_id, since }: RevocationTask): boolean =>
  person.is_active &&
  person.account_id === undefined &&
  person.invited_by_id === user_id &&
  (person.invited_at ?? person.created_at) >= since

interface Revocation {
  user: StoredUser
  task: RevocationTask
}

const recorderOf = <A extends 'key.revoked' | 'user.deactivated'>(
  services: Services,
  { user, task }: Revocation,
  event: A,
) => openEventRecorder(services, actorOf(user), { event, place: null, requestId: task.id })

const overtaken = () => new OvertakenError()

async function revokeKey(services: Services, revocation: Revocation, key: StoredApiKey): Promise<void> {
  const keys = keysOf(revocation.task.tenant_id)
  await recorderOf(services, revocation, 'key.revoked').record(
    { action: 'key.revoked', ...aboutApiKey(key) },
    update(
      keys.apiKey(key.id),
      { set: { revoked_at: services.now().toISOString() } },
      { exists: true, hasNot: ['revoked_at'], refused: overtaken },
    ),
  )
}

async function voidInvitation(services: Services, revocation: Revocation, person: StoredUser): Promise<void> {
  const keys = keysOf(revocation.task.tenant_id)
  await recorderOf(services, revocation, 'user.deactivated').record(
    {
      action: 'user.deactivated',
      ...aboutUser(person),
      changes: [{ field: 'is_active', from: 'true', to: 'false' }],
    },
    update(
      keys.user(person.id),
      { set: { is_active: false, version: person.version + 1 }, remove: ['invitation_link'] },
      { where: { version: person.version }, hasNot: ['account_id'], refused: overtaken },
    ),
    ...userCountWrites(keys, person, { ...person, is_active: false }),
  )
}
