import type * as auth from '#shared/api/auth.ts'
import { presentTenant } from '../data/organisations.ts'
import type { Operation } from '../http/operation.ts'

export const readTenantInfo: Operation<typeof auth.readTenantInfo> = ({ caller }) => presentTenant(caller.tenant)
