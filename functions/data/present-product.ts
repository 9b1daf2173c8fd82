import type { Product } from '#shared/model/catalogue.ts'

/** Returns a product's permissions, each with the product's key added. */
export const presentPermissions = ({ key, permissions }: Product) =>
  permissions.map((permission) => ({ ...permission, product_key: key }))

export const presentProduct = (product: Product) => ({ ...product, permissions: presentPermissions(product) })
