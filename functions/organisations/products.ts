import type * as users from '#shared/api/users.ts'
import { productGroups, productKeyByPermission, products } from '#shared/model/catalogue.ts'
import { presentPermissions, presentProduct } from '../data/present-product.ts'
import type { Operation } from '../http/operation.ts'

export const listProductGroups: Operation<typeof users.listProductGroups> = () => [...productGroups]

export const listProducts: Operation<typeof users.listProducts> = () => products.map(presentProduct)

export const listAccessibleProducts: Operation<typeof users.listAccessibleProducts> = ({ caller }) => {
  const accessible = new Set([...caller.permissions].map((key) => productKeyByPermission.get(key)))
  return products.filter(({ key }) => accessible.has(key)).map(presentProduct)
}

export const listPermissions: Operation<typeof users.listPermissions> = ({ query, caller }) =>
  products
    .filter(({ key }) => caller.tenant.subscribed_products.includes(key))
    .filter(({ key }) => !query.product_key || key === query.product_key)
    .flatMap(presentPermissions)
