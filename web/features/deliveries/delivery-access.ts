import { manageDeliveriesRule } from '#shared/rules/permissions.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { canManageList } from './list/list-query.ts'

/**
 * Returns what the signed-in user may do with deliveries. The list (`managesList`) and the detail page (`managesDetail`) have
 * different rules for who counts as an administrator, as the specification requires.
 */
export function useDeliveryAccess() {
  const { user, permissions, has, hasAny } = useSignedInSession()
  const { is_tenant_admin } = user
  return {
    managesList: canManageList({ is_tenant_admin, permissions: Object.values(permissions).flat() }),
    managesDetail: has('delivery.edit_orders'),
    /** Whether the user may edit, delete and assign deliveries; the server requires the same. */
    mayManage: hasAny(manageDeliveriesRule),
    user,
  }
}
