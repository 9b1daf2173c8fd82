import { productGroups } from '#shared/model/catalogue.ts'

export interface OfferedProduct {
  key: string
  name: string
  description: string
  group_key: string
  is_active: boolean
}

/** The name of the group, or its key if the group is newer than this page. */
export const groupName = (key: string) => productGroups.find((group) => group.key === key)?.name ?? key

/** The groups in the order of their first products. */
export const productsByGroup = <P extends OfferedProduct>(products: readonly P[]) =>
  [...new Set(products.map(({ group_key }) => group_key))].map((key) => ({
    key,
    name: groupName(key),
    products: products.filter(({ group_key }) => group_key === key),
  }))
