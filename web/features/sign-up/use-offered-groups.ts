import { listSignUpGroups } from '#shared/api/registration.ts'
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
