import { manageDeliveries } from '#shared/rules/permissions.ts'
import { useSignedIn } from '../../lib/session.ts'

/** Who counts as admin differs between the management screen and the detail page; both readings are the spec's. */
export function useDeliveryAccess() {
  const { user, permissions, has, hasAny } = useSignedIn()
  const held = Object.values(permissions).flat()
  return {
    managesList: user.is_tenant_admin || held.some((key) => key.includes('delivery.create_orders')),
    managesDetail: has('delivery.edit_orders'),
    /** What the server asks of an edit, a deletion, an assignment. */
    mayManage: hasAny(manageDeliveries),
    user,
  }
}
