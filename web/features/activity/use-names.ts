import { listUsers } from '#shared/api/users.ts'
import { useApiQuery } from '../../lib/api/queries.ts'
import type { UserNameLookup } from './event-words.ts'

/** The names of the organisation's people. */
export function useUserNameLookup(): UserNameLookup {
  const { data = [] } = useApiQuery(listUsers, {})
  return (userId) => data.find(({ id }) => id === userId)?.full_name
}
