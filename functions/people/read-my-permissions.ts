import type * as api from '#shared/api/own-permissions.ts'
import { permissionsByProduct } from '#shared/rules/effective-permissions.ts'
import type { Operation } from '../http/operation.ts'

export const readMyPermissions: Operation<typeof api.readMyPermissions> = ({ caller }) =>
  permissionsByProduct(caller.permissions)
