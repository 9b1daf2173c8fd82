import type { StoredDelivery } from '../data/entities/delivery.ts'
import type { StoredHistoryItem } from '../data/entities/history-item.ts'
import { justBefore, type Table } from '../data/table.ts'
import { readTogether } from '../deliveries/history.ts'
import type { Caller } from '../http/operation.ts'

/** What is stored of a delivery's handover. */
export interface DeliveryRecord {
  delivery: StoredDelivery
  history: readonly StoredHistoryItem[]
  /** The newest hashes that the activity tells of, where nobody can change them; none where it tells of none. */
  newest: readonly string[]
}

/** A delivery with its history and what the activity tells of its end. A change that falls between the reads has all of it read again. */
export async function readRecord(table: Table, caller: Caller, delivery: StoredDelivery): Promise<DeliveryRecord> {
  let before = ''
  for (;;) {
    const read = await readTogether(table, caller, delivery)
    const newest = await readNewestHashes(table, caller, delivery.id)
    if (endsAs(newest, read.history) || newest.join() === before) return { ...read, newest }
    before = newest.join()
  }
}

/** Whether a chain ends where its activity does: with one of the newest hashes, and with none of them missing. */
export function endsAs(newest: readonly string[], chain: readonly { hash?: string }[]): boolean {
  const hashes = new Set(chain.map(({ hash }) => hash))
  const end = chain.at(-1)?.hash
  return newest.length === 0 || (newest.some((hash) => hash === end) && newest.every((hash) => hashes.has(hash)))
}

/** Events that one query reads: most deliveries are looked at less often. */
const readAtOnce = 25

/** The hash in the newest event of a change, or those of all changes in the same millisecond, whose order no event tells. */
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
    to = justBefore(last)
  }
}
