import type { AnswerOf } from '#shared/api/contract.ts'
import type { listPermissions } from '#shared/api/users.ts'
import { groupBy } from '#shared/rules/group-by.ts'

export type ListedPermission = AnswerOf<typeof listPermissions>[number]

/** Formats a product's key as a heading: `speech_emr` becomes `speech emr Module`. */
const moduleHeading = (productKey: string) => `${productKey.replace('_', ' ')} Module`

/** Groups the permissions by product, in the order in which the products first occur. */
export const groupPermissionsByProduct = (permissions: readonly ListedPermission[]) =>
  [...groupBy(permissions, ({ product_key }) => product_key)].map(([product, held]) => ({
    product,
    heading: moduleHeading(product),
    permissions: held,
  }))
