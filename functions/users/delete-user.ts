import type * as users from '#shared/api/users.ts'
import { countedWrites } from '../data/accounts.ts'
import { unscopedKeys } from '../data/keys.ts'
import { decideAnew, Overtaken } from '../data/overtaken.ts'
import { AppError } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { findUser } from './find-user.ts'
import { hasNoneOpen, refuseOpenDeliveries } from './refuse-open-deliveries.ts'

/** His name stays in the history of what he did; his address is free again. */
export const deleteUser: Operation<typeof users.deleteUser> = async ({ caller, params }, services) => {
  await decideAnew(async () => {
    const user = await findUser(caller, params, services)
    if (user.id === caller.user.id) throw new AppError('conflict', 'You cannot delete your own account')
    refuseOpenDeliveries(user)
    await services.table.write(
      {
        key: caller.keys.user(user.id),
        remove: true,
        condition: `version = :seen AND ${hasNoneOpen}`,
        values: { ':seen': user.version, ':none': 0 },
        refused: () => new Overtaken(),
      },
      { key: unscopedKeys.email(user.email), remove: true },
      ...countedWrites(caller.keys, user, undefined),
    )
  })
}
