import type { StoredUser } from '../data/entities/user.ts'
import { aboutUser } from '../data/subjects.ts'
import { notFoundError } from '../failures/app-error.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'

/** Reads a user of the caller's organisation. Throws a 404 if there is none with this id or the user was deleted. */
export async function findUser({ keys }: Caller, { id }: { id: string }, { table }: Services): Promise<StoredUser> {
  const user = await table.get(keys.user(id))
  if (!user || user.deleted_at) throw notFoundError('User', user && aboutUser(user))
  return user
}
