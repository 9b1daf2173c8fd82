import { productGroups } from '#shared/model/catalogue.ts'

export interface OfferedProduct {
  key: string
  name: string
  description: string
  group_key: string
  is_active: boolean
}

/** Returns the name of a group of products, or its key if the group is newer than this page and has no name here. */
export const productGroupName = (key: string) => productGroups.find((group) => group.key === key)?.name ?? key

/** Groups the products. The groups are in the order of their first products. */
export const productsByGroup = <P extends OfferedProduct>(products: readonly P[]) =>
  [...new Set(products.map(({ group_key }) => group_key))].map((key) => ({
    key,
    name: productGroupName(key),
    products: products.filter(({ group_key }) => group_key === key),
  }))
