import type { DeliveryChange, HistoryItem } from '#shared/model/delivery.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import type { StoredHistoryItem } from '../data/entities/history-item.ts'
import type { Table } from '../data/table.ts'
import { put } from '../data/writes.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { chained } from './chain.ts'
import { signedFactsOf } from './signed-facts.ts'

/** A history is read at once: its answer has to stay below what a Lambda may send. */
export const historyLimit = 500

/** What an item says beside a change of status or person. */
export type HistoryNote = Pick<StoredHistoryItem, 'correction' | 'call_back' | 'wish'>

interface HistoryChange {
  /** Undefined for a new delivery. */
  before: StoredDelivery | undefined
  after: StoredDelivery
  notes: string
  historyNote?: HistoryNote | undefined
}

/** The history item of a change; undefined when neither status nor person changed and nothing else is said. */
function historyItemOf({ before, after, notes, historyNote }: HistoryChange, { user }: Caller, { newId }: Services) {
  const isReassigned = before !== undefined && before.pharmacist_id !== after.pharmacist_id
  const isMoved = before?.status !== after.status
  if (!isMoved && !isReassigned && !historyNote) return undefined
  const item: Omit<StoredHistoryItem, 'prev' | 'hash'> = {
    _id: newId(),
    status: after.status,
    old_status: before?.status ?? null,
    new_status: after.status,
    changed_at: after.updated_at,
    changed_by_name: user.full_name,
    changed_by_email: user.email,
    notes,
    version: after.version,
    ...(isReassigned && { person: { from: before.pharmacist_name, to: after.pharmacist_name } }),
    ...(isMoved && after.status === 'delivered' && { signed: signedFactsOf(after) }),
    ...historyNote,
  }
  return item
}

/** What a change adds to the history, to be written with it, and what the delivery then says of its history. */
export function historyWrites(change: HistoryChange, caller: Caller, services: Services) {
  const { before, after } = change
  const item = historyItemOf(change, caller, services)
  const number = before?.history_count ?? 0
  if (!item) return { said: {}, items: [], writes: [] }
  const link = chained(item, before?.chain_head ?? null)
  return {
    said: { history_count: number + 1, chain_head: link.hash },
    items: [link],
    writes: [put(caller.keys.historyItem(after.id, number), link)],
  }
}

/** Oldest first. */
export const readHistory = (table: Table, { keys }: Caller, { id }: StoredDelivery): Promise<StoredHistoryItem[]> =>
  table.queryAll(keys.history(id), { consistent: true })

/**
 * A delivery with its history. A change that falls between the two reads is in the history only: then the delivery is read once more,
 * so that nobody takes it for an item too many.
 */
export async function readTogether(table: Table, caller: Caller, delivery: StoredDelivery) {
  const history = await readHistory(table, caller, delivery)
  if (history.length <= delivery.history_count) return { delivery, history }
  const newest = (await table.get(caller.keys.delivery(delivery.id))) ?? delivery
  return { delivery: newest, history: await readHistory(table, caller, newest) }
}

/** What others made of a delivery since somebody saw it at `version`: status and person, each from what was seen to what is. */
export function changesSince(version: number, items: readonly StoredHistoryItem[]): DeliveryChange[] {
  const later = items.filter((item) => item.version > version && isOfStatus(item))
  const statuses = later.map(({ old_status, new_status, changed_by_name }) => ({
    field: 'status' as const,
    from: old_status,
    to: new_status,
    by: changed_by_name,
  }))
  const people = later.flatMap(({ person, changed_by_name }) =>
    person ? [{ field: 'pharmacist_name' as const, ...person, by: changed_by_name }] : [],
  )
  return [net(statuses), net(people)].flatMap((change) => change ?? [])
}

function net<C extends DeliveryChange>(changes: readonly C[]): C | undefined {
  const [first] = changes
  const last = changes.at(-1)
  return first && last && first.from !== last.to ? { ...last, from: first.from } : undefined
}

/** Whether an item tells of the status or the person, as the history on the screen does. */
const isOfStatus = ({ correction, call_back }: StoredHistoryItem) => !correction && !call_back

/** What a reader of the status history gets: newest first. */
export const presentHistory = (items: readonly StoredHistoryItem[]): HistoryItem[] =>
  items
    .filter(isOfStatus)
    .map(({ _id, status, old_status, new_status, changed_at, changed_by_name, changed_by_email, notes }) => ({
      _id,
      ...{ status, old_status, new_status, changed_at, changed_by_name, changed_by_email, notes },
    }))
    .toReversed()
