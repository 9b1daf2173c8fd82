import type { BodyOf } from '#shared/api/contract.ts'
import type * as users from '#shared/api/users.ts'
import { changesBetween } from '../data/changes.ts'
import type { StoredUser } from '../data/entities.ts'
import { presentUser } from '../data/organisations.ts'
import { decideAnew, Overtaken } from '../data/overtaken.ts'
import { aboutUser } from '../data/subjects.ts'
import { countedWrites } from '../data/users.ts'
import { update } from '../data/writes.ts'
import { AppError } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { refuseUnknownRoles } from './create-user.ts'
import { findUser } from './find-user.ts'
import { noneOpen, refuseOpenDeliveries } from './refuse-open-deliveries.ts'
import { toldOfUser } from './told-of-user.ts'

const conflict = (detail: string) => new AppError('conflict', detail)

export const updateUser: Operation<typeof users.updateUser> = (request, services) =>
  decideAnew(async () => {
    const { body, caller, params, activity } = request
    const user = await findUser(caller, params, services)
    if (body.email !== undefined && body.email !== user.email) throw conflict('The email address cannot be changed')
    const next = edited(user, body)
    refuseUnknownRoles(caller, next.roles)
    const isDeactivated = user.is_active && !next.is_active
    if (user.id === caller.user.id) {
      if (isDeactivated) throw conflict('You cannot deactivate your own account')
      if (user.is_tenant_admin && !next.is_tenant_admin)
        throw conflict('You cannot take administrator rights from yourself')
    }
    if (isDeactivated) refuseOpenDeliveries(user)

    const { full_name, roles, is_tenant_admin, is_active, version } = next
    await activity.record(
      {
        action: isDeactivated ? 'user.deactivated' : 'user.edited',
        ...aboutUser(next),
        changes: changesBetween(toldOfUser(user, caller), toldOfUser(next, caller)),
      },
      update(
        caller.keys.user(user.id),
        {
          set: { full_name, roles, is_tenant_admin, is_active, version },
          // Sessions of before a deactivation stay ended when the user is active again.
          add: { session_epoch: Number(isDeactivated) },
        },
        {
          where: { version: user.version },
          ...(isDeactivated && { atMost: noneOpen }),
          refused: () => new Overtaken(),
        },
      ),
      ...countedWrites(caller.keys, user, next),
    )
    return presentUser({ ...caller, user: next })
  })

/** What was not sent stays. */
const edited = (user: StoredUser, body: BodyOf<typeof users.updateUser>): StoredUser => ({
  ...user,
  full_name: body.full_name ?? user.full_name,
  roles: body.roles ?? user.roles,
  is_tenant_admin: body.is_tenant_admin ?? user.is_tenant_admin,
  is_active: body.is_active ?? user.is_active,
  version: user.version + 1,
})
