import { externalId } from '#shared/model/fields.ts'
import { AppError } from '../failures/app-error.ts'
import type { Table } from './table.ts'
import type { TenantKeys } from './table-keys.ts'
import { put, remove, type Write } from './writes.ts'

interface Named {
  id: string
  external_id: string
  deleted_at?: string
}

/**
 * Returns the writes for the id that a delivery or a patient has in another system: they claim the new id and free the former one.
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
  const had = before?.external_id ?? ''
  const has = after.deleted_at ? '' : after.external_id
  if (had === has) return []
  return [
    ...(had ? [remove(keys.externalId(of, had))] : []),
    ...(has ? [put(keys.externalId(of, has), { of, id: after.id }, { absent: true, refused })] : []),
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
