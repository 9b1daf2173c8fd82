import type * as users from '#shared/api/users.ts'
import { permissionsByProduct } from '#shared/rules/effective-permissions.ts'
import type { Operation } from '../http/operation.ts'

export const readMyPermissions: Operation<typeof users.readMyPermissions> = ({ caller }) =>
  permissionsByProduct(caller.permissions)
