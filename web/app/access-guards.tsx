import { Outlet } from 'react-router-dom'
import type { AccessRule } from '#shared/rules/permissions.ts'
import { permissionRefusal, tenantAdminRefusal } from '#shared/rules/permissions.ts'
import { useSignedIn } from '../lib/session.ts'
import { Refusal } from './refusal.tsx'

/** Only for who holds one of the rule's permissions. */
export function PermissionOnly({ rule }: { rule: AccessRule }) {
  const { hasAny } = useSignedIn()
  return hasAny(rule) ? <Outlet /> : <Refusal title="Permission Required" text={permissionRefusal(rule.named)} />
}

/** Only for tenant administrators. */
export function TenantAdminOnly() {
  const { user } = useSignedIn()
  return user.is_tenant_admin ? <Outlet /> : <Refusal title="Access Denied" text={tenantAdminRefusal} />
}
