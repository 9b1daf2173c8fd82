import { externalId } from '#shared/model/fields.ts'
import { AppError } from '../failures/app-error.ts'
import type { Table } from './table.ts'
import type { TenantKeys } from './table-keys.ts'
import { put, remove, type Write } from './writes.ts'

interface Named {
  id: string
  external_id: string
  deleted_at?: string
  merged?: readonly Pick<Named, 'external_id'>[]
}

/** Returns all ids in other systems that lead to an object: its own, and those of patients who were merged into it. */
export const claimedExternalIds = (named: Named | undefined): Set<string> =>
  new Set(
    named && !named.deleted_at ? [named, ...(named.merged ?? [])].flatMap(({ external_id }) => external_id || []) : [],
  )

/**
 * Returns the writes for the id that a delivery or a patient has in another system: they claim the new id and free the old one.
 * There are none if the id stays the same. They belong in the transaction that writes the delivery or patient. `refused` makes the
 * error for an id that is already claimed.
 */
export function externalIdWrites(
  keys: TenantKeys,
  of: 'delivery' | 'patient',
  before: Named | undefined,
  after: Named,
  refused: () => Error = () => new AppError('conflict', `A ${of} with this external ID already exists`),
): Write[] {
  const [had, has] = [claimedExternalIds(before), claimedExternalIds(after)]
  return [
    ...[...had].filter((id) => !has.has(id)).map((id) => remove(keys.externalId(of, id))),
    ...[...has]
      .filter((id) => !had.has(id))
      .map((id) => put(keys.externalId(of, id), { of, id: after.id }, { absent: true, refused })),
  ]
}

/** Returns the ids of the objects that have this id in another system: at most one delivery and one patient. */
export async function idsOfExternalId(table: Table, keys: TenantKeys, q: string) {
  const named = externalId().safeParse(q)
  if (!named.success || named.data === '') return { deliveries: [], patients: [] }
  const { items } = await table.query(keys.externalIds(named.data))
  const idsOf = (kind: 'delivery' | 'patient') => items.filter(({ of }) => of === kind).map(({ id }) => id)
  return { deliveries: idsOf('delivery'), patients: idsOf('patient') }
}
