import type * as registration from '#shared/api/registration.ts'
import { productGroups, products } from '#shared/model/catalogue.ts'
import { presentProduct } from '../data/present-product.ts'
import type { Operation } from '../http/operation.ts'

export const listSignUpGroups: Operation<typeof registration.listSignUpGroups> = () => [...productGroups]

export const listSignUpProducts: Operation<typeof registration.listSignUpProducts> = ({ query }) =>
  products.filter(({ group_key }) => query.business_types.includes(group_key)).map(presentProduct)
