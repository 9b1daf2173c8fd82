import type { ReactNode } from 'react'
import { permissionRefusalText, tenantAdminRefusalText } from '#shared/rules/permissions.ts'
import { useSignedInSession } from '../lib/session/session.ts'
import { DeadEndPage } from './dead-end.tsx'
import type { PageAccess } from './page.ts'

/** Shows a page to users who may open it, and a refusal to others. */
export function AccessGuard({ access, children }: { access: PageAccess; children: ReactNode }) {
  const { user, hasAny } = useSignedInSession()
  if (access === 'users') return children
  if (access === 'tenant administrators')
    return user.is_tenant_admin ? children : <DeadEndPage title="Access Denied" text={tenantAdminRefusalText} />
  const unmet = access.find((rule) => !hasAny(rule))
  return unmet ? <DeadEndPage title="Permission Required" text={permissionRefusalText(unmet.named)} /> : children
}
