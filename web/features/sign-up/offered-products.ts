import { listSignUpGroups } from '#shared/api/registration.ts'
import { productGroups } from '#shared/model/catalogue.ts'
import { readAhead, useApiQuery } from '../../lib/api/queries.ts'
import { readConfigAhead, useConfig } from '../../lib/browser/config.ts'

/** Starts to read the business types and the configuration before the page renders. */
export const preloadData = () => Promise.all([readAhead(listSignUpGroups, {}), readConfigAhead()])

/** Returns the business types that the sign-up page offers on this host. */
export function useOfferedBusinessTypes() {
  const groups = useApiQuery(listSignUpGroups, {})
  const config = useConfig()
  const hidesMedical = config.data?.medical_hidden_hosts.includes(location.hostname)
  return {
    /** Undefined until both the types and the configuration, which says whether one is hidden on this host, are loaded. */
    offered: config.data && groups.data?.filter(({ key }) => key !== 'medical' || !hidesMedical),
    failed: groups.isError || config.isError,
    retry: () => void Promise.all([groups.refetch(), config.refetch()]),
  }
}

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
