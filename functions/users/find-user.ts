import type { StoredUser } from '../data/entities.ts'
import { notFound } from '../http/app-error.ts'
import type { House } from '../http/house.ts'
import type { Caller } from '../http/operation.ts'

export async function findUser({ keys }: Caller, { id }: { id: string }, { table }: House): Promise<StoredUser> {
  const user = await table.get(keys.user(id))
  if (!user) throw notFound('User')
  return user
}
