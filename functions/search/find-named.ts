import { type DeliveryHit, hitLimit } from '#shared/model/counter.ts'
import { rxKey, rxPrefixLength } from '#shared/rules/prescriptions.ts'
import { idStartIn } from '#shared/rules/slip-codes.ts'
import type { StoredDeliveryRow } from '../data/entities/delivery.ts'
import { idInListKey } from '../data/entities/delivery.ts'
import type { Partition } from '../data/key.ts'
import type { Table } from '../data/table.ts'
import type { TenantKeys } from '../data/table-keys.ts'

type Matched = DeliveryHit['matched']

export interface Hit {
  row: StoredDeliveryRow
  matched: Matched
}

/** How many entries show as many deliveries as a search does: a delivery may have several that begin alike. */
export const entriesOfHits = hitLimit * 1.5

/** The deliveries with these ids, each by the first that names it. */
export async function findNamed(
  table: Table,
  keys: TenantKeys,
  named: Readonly<Partial<Record<Matched, readonly string[]>>>,
): Promise<Hit[]> {
  const { id = [], prescription = [], patient = [] } = named
  const ids = [...new Set([...id, ...prescription, ...patient])].slice(0, hitLimit)
  const deliveries = await table.getAll(ids.map((one) => keys.delivery(one)))
  const matchedOf = (one: string) => (id.includes(one) ? 'id' : prescription.includes(one) ? 'prescription' : 'patient')
  return deliveries.flatMap((row) => (row && !row.deleted_at ? [{ row, matched: matchedOf(row.id) }] : []))
}

export async function idsOfCode(table: Table, keys: TenantKeys, q: string): Promise<string[]> {
  const start = idStartIn(q)
  if (start === undefined) return []
  const { sortKeys } = await table.query(keys.ofCode(start), { limit: hitLimit })
  return sortKeys.map(idInListKey).filter((id) => id.startsWith(start))
}

/** `entriesAt` says where numbers that begin with this one lie. */
export async function idsOfPrescription(
  table: Table,
  entriesAt: (rx: string) => Partition<{ delivery_id: string }>,
  q: string,
): Promise<string[]> {
  const rx = rxKey(q)
  if ([...rx].length < rxPrefixLength) return []
  const { items } = await table.query(entriesAt(rx), { startsWith: rx, limit: entriesOfHits })
  return items.map(({ delivery_id }) => delivery_id)
}
