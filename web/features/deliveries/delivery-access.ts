import { manageDeliveries } from '#shared/rules/permissions.ts'
import { useSignedIn } from '../../lib/session/session.ts'
import { managesList } from './list/list-query.ts'

/** Who counts as admin differs between the management screen and the detail page; both readings are the spec's. */
export function useDeliveryAccess() {
  const { user, permissions, has, hasAny } = useSignedIn()
  const { is_tenant_admin } = user
  return {
    managesList: managesList({ is_tenant_admin, permissions: Object.values(permissions).flat() }),
    managesDetail: has('delivery.edit_orders'),
    /** What the server asks of an edit, a deletion, an assignment. */
    mayManage: hasAny(manageDeliveries),
    user,
  }
}
