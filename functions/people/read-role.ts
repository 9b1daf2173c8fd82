import type * as users from '#shared/api/users.ts'
import type { Operation } from '../http/operation.ts'
import { findRole, presentRole } from './role-writes.ts'

export const readRole: Operation<typeof users.readRole> = async ({ caller, params }, services) =>
  presentRole(await findRole(caller, params, services))
