import type * as users from '#shared/api/users.ts'
import { tenantAdminRefusalText } from '#shared/rules/permissions.ts'
import { presentUser } from '../data/organisations.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { findUser } from './find-user.ts'

export const readUser: Operation<typeof users.readUser> = async ({ caller, params }, services) => {
  const user = await findUser(caller, params, services)
  if (!caller.user.is_tenant_admin && user.id !== caller.user.id)
    throw new AppError('forbidden', tenantAdminRefusalText)
  return presentUser({ ...caller, user }, services.now())
}
