import type * as users from '#shared/api/users.ts'
import type { Operation } from '../http/operation.ts'
import { presentRole } from './role-writes.ts'

export const listRoles: Operation<typeof users.listRoles> = ({ caller }) =>
  caller.roles.map(presentRole).sort((a, b) => a.name.localeCompare(b.name))
