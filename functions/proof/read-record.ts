import type { StoredDelivery } from '../data/entities/delivery.ts'
import type { StoredHistoryItem } from '../data/entities/history-item.ts'
import { sortKeyBefore } from '../data/sort-keys.ts'
import type { Table } from '../data/table.ts'
import { readDeliveryWithHistory } from '../deliveries/history.ts'
import type { Caller } from '../http/operation.ts'

/** The stored data from which the proof of a delivery is made. */
export interface DeliveryRecord {
  delivery: StoredDelivery
  history: readonly StoredHistoryItem[]
  /**
   * The hashes of history items in the delivery's newest events in the activity log, which no one can change. Empty if no event has
   * a hash, or if the hashes have been compared with the history already.
   */
  newest: readonly string[]
}

/**
 * Reads a delivery, its history and the newest hashes of its activity. If a change was written between these reads, repeats all of
 * them, until the history fits the hashes or the hashes stay the same.
 */
export async function readDeliveryRecord(
  table: Table,
  caller: Caller,
  delivery: StoredDelivery,
): Promise<DeliveryRecord> {
  let before = ''
  for (;;) {
    const read = await readDeliveryWithHistory(table, caller, delivery)
    const newest = await readNewestHashes(table, caller, delivery.id)
    if (endsWithNewestHashes(newest, read.history) || newest.join() === before) return { ...read, newest }
    before = newest.join()
  }
}

/**
 * Whether a history ends as the activity log says: its last hash must be one of the newest in the log, and it must contain all of
 * the newest. Also true if the log has no hash.
 */
export function endsWithNewestHashes(newest: readonly string[], chain: readonly { hash?: string }[]): boolean {
  const hashes = new Set(chain.map(({ hash }) => hash))
  const end = chain.at(-1)?.hash
  return newest.length === 0 || (newest.some((hash) => hash === end) && newest.every((hash) => hashes.has(hash)))
}

/**
 * How many events one query reads. One query is usually enough, because most deliveries have been viewed less often than this since
 * their last change.
 */
const readAtOnce = 25

/**
 * Reads the hash in the newest event that has one. If several changes were made in the same millisecond, returns all of their
 * hashes, because events don't record their order.
 */
export async function readNewestHashes(table: Table, { keys }: Caller, id: string): Promise<string[]> {
  const hashes: string[] = []
  let at: string | undefined
  let to: string | undefined
  for (;;) {
    const page = { descending: true, limit: readAtOnce, consistent: true, ...(to && { to }) }
    const { items, sortKeys, more } = await table.query(keys.eventsOfSubject(id), page)
    for (const event of items) {
      if (at !== undefined && event.at !== at) return hashes
      if (event.hash === undefined) continue
      at = event.at
      hashes.push(event.hash)
    }
    const last = sortKeys.at(-1)
    if (!more || last === undefined) return hashes
    to = sortKeyBefore(last)
  }
}
