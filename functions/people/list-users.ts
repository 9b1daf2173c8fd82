import type * as users from '#shared/api/users.ts'
import type { ListedUser } from '#shared/model/account.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { presentUser } from '../data/organisations.ts'
import { batchReadLimit, type Table } from '../data/table.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'

export const listUsers: Operation<typeof users.listUsers> = ({ caller }, services) => readPeople(caller, services)

/** Reads all users of the caller's organisation except deleted ones, ordered by name. */
export async function readPeople(caller: Caller, { table, now }: Services): Promise<ListedUser[]> {
  const stored = await table.queryAll(caller.keys.users, { consistent: true })
  const present = stored.filter(({ deleted_at }) => !deleted_at)
  const secured = await withSecondStep(table, present)
  return present
    .map((user) => ({
      ...presentUser({ ...caller, user }, now()),
      has_second_step: user.account_id === undefined ? null : secured.has(user.account_id),
    }))
    .sort((a, b) => a.full_name.localeCompare(b.full_name) || a.email.localeCompare(b.email))
}

/** Returns the ids of the users' accounts that have a second step of sign-in. */
async function withSecondStep(table: Table, users: readonly StoredUser[]): Promise<Set<string>> {
  const keys = users.flatMap(({ account_id }) => (account_id === undefined ? [] : unscopedKeys.account(account_id)))
  const batches = Array.from({ length: Math.ceil(keys.length / batchReadLimit) }, (_, i) =>
    table.getAll(keys.slice(i * batchReadLimit, (i + 1) * batchReadLimit)),
  )
  const accounts = (await Promise.all(batches)).flat()
  return new Set(accounts.flatMap((account) => (account?.second_step?.length ? account.id : [])))
}
