import { Outlet } from 'react-router-dom'
import type { AccessRule } from '#shared/rules/permissions.ts'
import { permissionRefusal, tenantAdminRefusal } from '#shared/rules/permissions.ts'
import { useSignedIn } from '../lib/session.ts'
import { DeadEnd } from './dead-end.tsx'

/** Pages for users who hold one of the rule's permissions. */
export function PermissionOnly({ rule }: { rule: AccessRule }) {
  const { hasAny } = useSignedIn()
  return hasAny(rule) ? <Outlet /> : <DeadEnd title="Permission Required" text={permissionRefusal(rule.named)} />
}

/** Pages for tenant administrators. */
export function TenantAdminOnly() {
  const { user } = useSignedIn()
  return user.is_tenant_admin ? <Outlet /> : <DeadEnd title="Access Denied" text={tenantAdminRefusal} />
}
