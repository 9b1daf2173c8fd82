import type * as users from '#shared/api/users.ts'
import { findOwner } from '../data/accounts.ts'
import { changesBetween } from '../data/changes.ts'
import type { StoredUser } from '../data/entities.ts'
import { presentUser } from '../data/organisations.ts'
import { aboutUser } from '../data/subjects.ts'
import { countedWrites, newUserWrites, unknownRole, waitingWrite } from '../data/users.ts'
import type { Caller, Operation } from '../http/operation.ts'
import { invite } from '../mail/mail-limits.ts'
import { mailWrite, newLinkMail, sendAtOnce } from '../mail/outbox.ts'
import { toldOfUser } from './told-of-user.ts'

/** User and invitation come in one transaction; that the mail fails does not lose the user. */
export const createUser: Operation<typeof users.createUser> = async ({ body, caller, activity }, services) => {
  const { send_invitation, ...fields } = body
  refuseUnknownRoles(caller, fields.roles)
  // A user of the first release has the address here once they are brought over.
  await findOwner(services.table, fields.email)
  const user: StoredUser = {
    ...fields,
    id: services.newId(),
    tenant_id: caller.tenant.id,
    avatar_url: null,
    invited_by: caller.user.full_name,
    session_epoch: 0,
    version: 1,
    created_at: services.now().toISOString(),
  }
  const changes = changesBetween({}, toldOfUser(user, caller))
  const happening = { action: 'user.invited', ...aboutUser(user), changes } as const
  if (!send_invitation || !user.is_active) {
    await activity.record(happening, ...newUserWrites(user), ...countedWrites(caller.keys, undefined, user))
    return { ...presentUser({ ...caller, user }), invitation_sent: false }
  }
  const { mail, fields: link } = await newLinkMail(services, 'invitation', user)
  const write = () =>
    activity.record(
      happening,
      ...newUserWrites({ ...user, ...link }),
      ...countedWrites(caller.keys, undefined, user),
      waitingWrite(user),
      mailWrite(mail),
    )
  await invite(services, { tenant: caller.tenant, email: user.email, write })
  return { ...presentUser({ ...caller, user }), invitation_sent: await sendAtOnce(services, mail) }
}

export function refuseUnknownRoles({ roles }: Caller, wanted: readonly string[]): void {
  if (!wanted.every((id) => roles.some((role) => role.id === id))) throw unknownRole()
}
