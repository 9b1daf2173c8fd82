import type * as users from '#shared/api/users.ts'
import { presentUser } from '../data/organisations.ts'
import type { Operation } from '../http/operation.ts'

export const listUsers: Operation<typeof users.listUsers> = async ({ caller }, services) => {
  const all = await services.table.queryAll(caller.keys.users, { consistent: true })
  return all
    .filter(({ deleted_at }) => !deleted_at)
    .map((user) => presentUser({ ...caller, user }, services.now()))
    .sort((a, b) => a.full_name.localeCompare(b.full_name) || a.email.localeCompare(b.email))
}
