import type { DriverSearchEntry } from '../data/entities/driver-search-entry.ts'
import { splitDriverNameKey } from '../data/entities/driver-search-entry.ts'
import { idsOfExternalId } from '../data/external-ids.ts'
import type { Partition } from '../data/key.ts'
import type { Table } from '../data/table.ts'
import type { TenantKeys } from '../data/table-keys.ts'
import { rowsPerQuery, wordListsOf } from '../patients/find-patients.ts'
import {
  deliveryIdsOfCode,
  deliveryIdsOfRxPrefix,
  type MatchedRow,
  maxSearchEntriesRead,
  readMatchedRows,
} from './read-matched-rows.ts'

/**
 * Searches a driver's own deliveries by id, external id, prescription and patient name; the results come in this order. Names and
 * prescriptions are searched in index entries of this driver alone, because a filtered search of all deliveries could read any
 * number of other drivers' deliveries before the first own one. A delivery that is found by an id, or by an outdated entry, may be
 * another driver's; the caller has to leave it out.
 */
export async function findOwnDeliveryCandidates(
  table: Table,
  keys: TenantKeys,
  { q, person }: { q: string; person: string },
): Promise<MatchedRow[]> {
  const [id, external, prescription, patient] = await Promise.all([
    deliveryIdsOfCode(table, keys, q),
    idsOfExternalId(table, keys, q),
    deliveryIdsOfRxPrefix(table, () => keys.ownRx(person), q),
    idsOfName(table, keys.ownNames(person), q),
  ])
  return readMatchedRows(table, keys, { id, external_id: external.deliveries, prescription, patient })
}

/**
 * Finds the driver's deliveries by patient name: open ones soonest first, then the others latest first. Several words are first
 * looked up as a name, in the order in which they were typed. Only if nothing is found are they looked up in any order. Each lookup
 * is one read.
 */
async function idsOfName(table: Table, names: Partition<DriverSearchEntry>, q: string): Promise<string[]> {
  const found = await Promise.all(wordListsOf(q).map((words) => entriesOfName(table, names, words)))
  const ids = found.flat().toSorted((a, b) => (a.hitKey < b.hitKey ? -1 : 1))
  return [...new Set(ids.map(({ delivery_id }) => delivery_id))]
}

async function entriesOfName(table: Table, names: Partition<DriverSearchEntry>, words: readonly string[]) {
  if (words.length === 0) return []
  const read = async (startsWith: string, limit: number) => {
    const { items, sortKeys } = await table.query(names, { startsWith, limit })
    return items.map(({ delivery_id }, i) => ({ delivery_id, ...splitDriverNameKey(sortKeys[i] ?? '') }))
  }
  let found = await read(words.join(' '), maxSearchEntriesRead)
  if (found.length === 0 && words.length > 1) {
    const longest = words.toSorted((a, b) => b.length - a.length)[0] ?? ''
    const isMeant = (name: string) => words.every((word) => name.split(' ').some((has) => has.startsWith(word)))
    found = (await read(longest, rowsPerQuery)).filter(({ name }) => isMeant(name))
  }
  return found
}
