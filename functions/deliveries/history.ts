import type { DeliveryChange, HistoryItem } from '#shared/model/delivery.ts'
import type { StoredDelivery, StoredHistoryItem } from '../data/entities.ts'
import type { Table } from '../data/table.ts'
import { put, type Write } from '../data/writes.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'

/** A history is read at once: its answer has to stay below what a Lambda may send. */
export const historyLimit = 500

interface Happening {
  /** Undefined for a new delivery. */
  before: StoredDelivery | undefined
  after: StoredDelivery
  notes: string
}

/** The history item of a change; undefined when neither status nor person changed. */
function historyItemOf({ before, after, notes }: Happening, { user }: Caller, { newId }: Services) {
  const isReassigned = before !== undefined && before.pharmacist_id !== after.pharmacist_id
  if (before && before.status === after.status && !isReassigned) return undefined
  const item: StoredHistoryItem = {
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
  }
  return item
}

/** What a change adds to the history, to be written with it; `count` is what the delivery then says of its history. */
export function historyWrites(
  happening: Happening,
  caller: Caller,
  services: Services,
): { count: number; writes: Write[] } {
  const item = historyItemOf(happening, caller, services)
  const number = happening.before?.history_count ?? 0
  if (!item) return { count: number, writes: [] }
  return { count: number + 1, writes: [put(caller.keys.historyItem(happening.after.id, number), item)] }
}

/** Oldest first. What the first release kept in the delivery's own item comes before the items of their own. */
export async function readHistory(
  table: Table,
  { keys }: Caller,
  { id, history = [] }: StoredDelivery,
): Promise<StoredHistoryItem[]> {
  // A migration that was cut off may have written those that are still inside as items, too.
  const from = keys.historyItem(id, history.length).sk
  return [...history, ...(await table.queryAll(keys.history(id), { from, consistent: true }))]
}

/** What others made of a delivery since somebody saw it at `version`: status and person, each from what was seen to what is. */
export function changesSince(version: number, items: readonly StoredHistoryItem[]): DeliveryChange[] {
  const later = items.filter((item) => item.version > version)
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

/** What a reader of the history gets: newest first. */
export const presentHistory = (items: readonly StoredHistoryItem[]): HistoryItem[] =>
  items.map(({ version: _version, person: _person, ...item }) => item).toReversed()
