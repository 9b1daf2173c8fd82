import type * as registration from '#shared/api/registration.ts'
import { systemActor } from '#shared/model/activity.ts'
import { products } from '#shared/model/catalogue.ts'
import { changesBetween } from '../data/changes.ts'
import { presentTenant, readOrganisation } from '../data/organisations.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { presentProduct } from '../data/present-product.ts'
import { enterTenant } from '../data/scope.ts'
import { aboutOrganisation } from '../data/subjects.ts'
import { planSystemRoles } from '../data/system-roles.ts'
import { keysOf } from '../data/table-keys.ts'
import { update } from '../data/writes.ts'
import { notFoundError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { letterWrite } from '../mail/outbox.ts'

/**
 * Subscribes to the products that are new, adds the system roles of new product groups, and causes a mail to every
 * administrator.
 */
export const subscribeProducts: Operation<typeof registration.subscribeProducts> = (
  { params, body, activity },
  services,
) =>
  retryIfOvertaken(async () => {
    const { table, newId } = services
    enterTenant(params.id)
    const keys = keysOf(params.id)
    const { tenant, roles } = await readOrganisation(table, params.id, services.now())
    if (!tenant) throw notFoundError('Tenant')
    const { subscribed_products, subscribed_product_groups } = presentTenant(tenant)
    const added = products.filter(({ key }) => body.includes(key) && !subscribed_products.includes(key))
    if (added.length === 0) return { new_products: [] }

    const addedKeys = added.map(({ key }) => key)
    // If a group was subscribed before, its roles already exist and may have been edited, so they are left alone.
    const subscribed = added
      .filter(({ group_key }) => !subscribed_product_groups.includes(group_key))
      .map(({ key }) => key)
    const { writes } = planSystemRoles({ tenant, keys, roles, subscribed, newId })
    const subscribed_products_now = [...tenant.subscribed_products, ...addedKeys]
    const changes = changesBetween({ products: tenant.subscribed_products }, { products: subscribed_products_now })
    // While the organisation's verification is pending, it may still expire, has no activity log, and no one who could get a mail.
    const isPending = tenant.expires_at_seconds !== undefined
    const happenings = isPending
      ? []
      : [{ action: 'organisation.subscribed' as const, ...aboutOrganisation(tenant), changes }]
    await activity({ tenantId: tenant.id, actor: systemActor }).record(
      happenings,
      update(
        keys.tenant,
        { set: { subscribed_products: subscribed_products_now } },
        // Products are never removed, so an unchanged number means that the products are unchanged.
        { sizes: { subscribed_products: tenant.subscribed_products.length }, refused: () => new OvertakenError() },
      ),
      ...writes,
      ...(isPending ? [] : [letterWrite(services, 'products_added', { tenant_id: tenant.id, products: addedKeys })]),
    )
    return { new_products: added.map(presentProduct) }
  })
