import type { Access } from '#shared/api/contract.ts'
import { permissionRefusal, permits, tenantAdminRefusal } from '#shared/rules/permissions.ts'
import { AppError } from './app-error.ts'
import type { Caller } from './operation.ts'

/** 403 unless the caller may; an access that is not known refuses. */
export function authorise(access: Access, { user, permissions }: Caller): void {
  if (access === 'signedIn') return
  if (access === 'tenantAdmin') {
    if (!user.is_tenant_admin) throw new AppError('forbidden', tenantAdminRefusal)
    return
  }
  if (typeof access !== 'object') throw new AppError('forbidden', tenantAdminRefusal)
  if (!permits(permissions, access)) throw new AppError('forbidden', permissionRefusal(access.named))
}
