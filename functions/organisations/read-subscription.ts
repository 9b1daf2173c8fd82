import type * as registration from '#shared/api/registration.ts'
import { products } from '#shared/model/catalogue.ts'
import { isNotExpired } from '../data/expiring-item.ts'
import { presentTenant } from '../data/organisations.ts'
import { presentProduct } from '../data/present-product.ts'
import { enterTenant } from '../data/scope.ts'
import { keysOf } from '../data/table-keys.ts'
import { notFoundError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'

/**
 * Reads an organisation's products. The call is open to everybody who knows the organisation's id, because the response contains
 * nothing about the organisation except its name and its products.
 */
export const readSubscription: Operation<typeof registration.readSubscription> = async ({ params }, { table, now }) => {
  enterTenant(params.id)
  const tenant = await table.get(keysOf(params.id).tenant)
  if (!tenant || !isNotExpired(tenant, now())) throw notFoundError('Tenant')
  const { id, name, subscribed_product_groups } = presentTenant(tenant)
  const isSubscribed = ({ key }: { key: string }) => tenant.subscribed_products.includes(key)
  return {
    tenant: { id, name, subscribed_product_groups },
    subscribed_products: products.filter(isSubscribed).map(presentProduct),
    available_products: products.filter((product) => product.is_active && !isSubscribed(product)).map(presentProduct),
  }
}
