import { manageDeliveries } from '#shared/rules/permissions.ts'
import { useSignedIn } from '../../lib/session/session.ts'
import { managesList } from './list/list-query.ts'

/** Who counts as an administrator differs between the management screen and the detail page; both are as specified. */
export function useDeliveryAccess() {
  const { user, permissions, has, hasAny } = useSignedIn()
  const { is_tenant_admin } = user
  return {
    managesList: managesList({ is_tenant_admin, permissions: Object.values(permissions).flat() }),
    managesDetail: has('delivery.edit_orders'),
    /** Whether the user may edit, delete and assign deliveries; the server requires the same. */
    mayManage: hasAny(manageDeliveries),
    user,
  }
}
