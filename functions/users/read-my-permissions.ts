import type * as users from '#shared/api/users.ts'
import { permissionsByProduct } from '#shared/rules/permissions.ts'
import type { Operation } from '../http/operation.ts'

export const readMyPermissions: Operation<typeof users.readMyPermissions> = ({ caller }) =>
  permissionsByProduct(caller.permissions)
