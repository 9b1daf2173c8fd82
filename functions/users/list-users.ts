import type * as users from '#shared/api/users.ts'
import { presentUser } from '../data/organisations.ts'
import type { Operation } from '../http/operation.ts'

export const listUsers: Operation<typeof users.listUsers> = async ({ caller }, { table }) => {
  const all = await table.queryAll(caller.keys.users, { consistent: true })
  return all
    .map((user) => presentUser({ ...caller, user }))
    .sort((a, b) => a.full_name.localeCompare(b.full_name) || a.email.localeCompare(b.email))
}
