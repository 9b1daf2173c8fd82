import type { BodyOf } from '#shared/api/contract.ts'
import type * as users from '#shared/api/users.ts'
import { canDeliver } from '#shared/rules/effective-permissions.ts'
import { changesBetween } from '../data/changes.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { presentUser } from '../data/organisations.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { aboutUser } from '../data/subjects.ts'
import { unassignTaskWrite } from '../data/unassign-task-write.ts'
import { userCountWrites } from '../data/users.ts'
import { update } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Caller, Operation } from '../http/operation.ts'
import { endAllSessionsChanges } from '../security/sessions.ts'
import {
  changesAdministrator,
  newAdministratorLetterWrite,
  refuseNewAdministrator,
  removesAdministrator,
} from './administrators.ts'
import { refuseUnknownRoles } from './create-user-and-invitation.ts'
import { eventFieldsOfUser } from './event-fields-of-user.ts'
import { findUser } from './find-user.ts'

const conflict = (detail: string) => new AppError('conflict', detail)

export const updateUser: Operation<typeof users.updateUser> = (request, services) =>
  retryIfOvertaken(async () => {
    const { body, caller, params, confirmIf, activity } = request
    const user = await findUser(caller, params, services)
    if (body.email !== undefined && body.email !== user.email) throw conflict('The email address cannot be changed')
    const next = edited(user, body, services.now())
    refuseUnknownRoles(caller, next.roles)
    const isDeactivated = user.is_active && !next.is_active
    if (user.id === caller.user.id) {
      if (isDeactivated) throw conflict('You cannot deactivate your own account')
      if (user.is_tenant_admin && !next.is_tenant_admin)
        throw conflict('You cannot remove your own administrator rights')
    }
    if (removesAdministrator(user, next)) refuseNewAdministrator(caller, services.now())
    await confirmIf(changesAdministrator(user, next))

    const { full_name, phone = '', roles, is_tenant_admin, is_active, administrator_since, version } = next
    const ending = endAllSessionsChanges(services.now())
    await activity.record(
      {
        action: isDeactivated ? 'user.deactivated' : 'user.edited',
        ...aboutUser(next),
        changes: changesBetween(eventFieldsOfUser(user, caller), eventFieldsOfUser(next, caller)),
      },
      update(
        caller.keys.user(user.id),
        {
          set: {
            full_name,
            phone,
            roles,
            is_tenant_admin,
            is_active,
            version,
            ...(administrator_since !== undefined && { administrator_since }),
            ...(isDeactivated && ending.set),
          },
          // Raising the epoch ends the user's sessions for good, even if the user is activated again later.
          ...(isDeactivated && { add: ending.add }),
          ...(isDeactivated && { remove: ['invitation_link'] }),
        },
        { where: { version: user.version }, refused: () => new OvertakenError() },
      ),
      ...(stopsDelivering(user, next, caller)
        ? [unassignTaskWrite(services, { tenant_id: user.tenant_id, user_id: user.id })]
        : []),
      ...userCountWrites(caller.keys, user, next),
      ...(next.is_tenant_admin && !user.is_tenant_admin ? [newAdministratorLetterWrite(services, user, caller)] : []),
    )
    return presentUser({ ...caller, user: next }, services.now())
  })

function stopsDelivering(before: StoredUser, after: StoredUser, { roles, tenant }: Caller): boolean {
  const could = (user: StoredUser) => canDeliver(user, roles, tenant.subscribed_products)
  return (before.is_active && !after.is_active) || (could(before) && !could(after))
}

/** Returns the user after an edit. Fields that were not sent keep their values. A deactivation removes a pending invitation. */
function edited(
  { invitation_link, ...user }: StoredUser,
  body: BodyOf<typeof users.updateUser>,
  now: Date,
): StoredUser {
  const is_active = body.is_active ?? user.is_active
  const is_tenant_admin = body.is_tenant_admin ?? user.is_tenant_admin
  const isPromoted = is_active && is_tenant_admin && !(user.is_active && user.is_tenant_admin)
  return {
    ...user,
    full_name: body.full_name ?? user.full_name,
    phone: body.phone ?? user.phone ?? '',
    roles: body.roles ?? user.roles,
    is_tenant_admin,
    is_active,
    ...(isPromoted && { administrator_since: now.toISOString() }),
    version: user.version + 1,
    ...(is_active && invitation_link && { invitation_link }),
  }
}
