import { manageDeliveries } from '#shared/rules/permissions.ts'
import { useSignedIn } from '../../lib/session.ts'

interface Holder {
  is_tenant_admin: boolean
  permissions: readonly string[]
}

export const managesList = ({ is_tenant_admin, permissions }: Holder) =>
  is_tenant_admin || permissions.some((key) => key.includes('delivery.create_orders'))

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
