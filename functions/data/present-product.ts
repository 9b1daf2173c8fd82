import type { Product } from '#shared/model/catalogue.ts'

/** A product's permissions, each with the product's key added. */
export const permissionsOf = ({ key, permissions }: Product) =>
  permissions.map((permission) => ({ ...permission, product_key: key }))

export const presentProduct = (product: Product) => ({ ...product, permissions: permissionsOf(product) })
