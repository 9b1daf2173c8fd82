import { type DeliveryHit, matchedBy, searchHitsLimit } from '#shared/model/search-and-day.ts'
import { rxKey, rxPrefixLength } from '#shared/rules/rx-key.ts'
import { findIdOrIdStart } from '#shared/rules/slip-codes.ts'
import { deliveryIdFromListKey, type StoredDeliveryRow } from '../data/entities/delivery.ts'
import type { Partition } from '../data/key.ts'
import type { Table } from '../data/table.ts'
import type { TenantKeys } from '../data/table-keys.ts'

type Matched = DeliveryHit['matched']

export interface MatchedRow {
  row: StoredDeliveryRow
  matched: Matched
}

/**
 * The most index entries that a search reads to find a prescription number or a driver's patient by the beginning of the name. This
 * is more than the number of deliveries that are shown, because a delivery may have several entries with the same beginning.
 */
export const maxSearchEntriesRead = searchHitsLimit * 1.5

/**
 * Reads the deliveries with these ids, except deleted ones, up to the limit of a search. Each is returned once, with its most
 * certain match.
 */
export async function readMatchedRows(
  table: Table,
  keys: TenantKeys,
  named: Readonly<Partial<Record<Matched, readonly string[]>>>,
): Promise<MatchedRow[]> {
  const ids = [...new Set(matchedBy().options.flatMap((by) => named[by] ?? []))].slice(0, searchHitsLimit)
  const deliveries = await table.getAll(ids.map((one) => keys.delivery(one)))
  const matchedOf = (one: string) => matchedBy().options.find((by) => named[by]?.includes(one)) ?? 'patient'
  return deliveries.flatMap((row) => (row && !row.deleted_at ? [{ row, matched: matchedOf(row.id) }] : []))
}

export async function deliveryIdsOfCode(table: Table, keys: TenantKeys, q: string): Promise<string[]> {
  const start = findIdOrIdStart(q)
  if (start === undefined) return []
  const { sortKeys } = await table.query(keys.ofCode(start), { limit: searchHitsLimit })
  return sortKeys.map(deliveryIdFromListKey).filter((id) => id.startsWith(start))
}

/**
 * Returns the ids of deliveries with a prescription number that begins with `q`. Empty if `q` is shorter than `rxPrefixLength`.
 * `entriesAt` returns the partition in which these numbers are found.
 */
export async function deliveryIdsOfRxPrefix(
  table: Table,
  entriesAt: (rx: string) => Partition<{ delivery_id: string }>,
  q: string,
): Promise<string[]> {
  const rx = rxKey(q)
  if ([...rx].length < rxPrefixLength) return []
  const { items } = await table.query(entriesAt(rx), { startsWith: rx, limit: maxSearchEntriesRead })
  return items.map(({ delivery_id }) => delivery_id)
}
