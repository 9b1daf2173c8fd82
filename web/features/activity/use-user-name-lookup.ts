import { listUsers } from '#shared/api/users.ts'
import { useApiQuery } from '../../lib/api/queries.ts'
import type { UserNameLookup } from './event-words.ts'

/** Returns a function that finds the name of a user of the organisation by the user's id. */
export function useUserNameLookup(): UserNameLookup {
  const { data = [] } = useApiQuery(listUsers, {})
  return (userId) => data.find(({ id }) => id === userId)?.full_name
}
