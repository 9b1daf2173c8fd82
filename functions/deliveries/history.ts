import type { DeliveryChange, HistoryItem } from '#shared/model/delivery-history.ts'
import { type SignedFacts, signedFacts } from '#shared/model/proof.ts'
import { pickFields } from '#shared/model/shapes.ts'
import { toDollars } from '#shared/rules/money.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import type { StoredHistoryItem } from '../data/entities/history-item.ts'
import type { Table } from '../data/table.ts'
import { put } from '../data/writes.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { linkHistoryItem } from './history-chain.ts'

/**
 * From this number of items on, a history accepts only the items for a delivery that is delivered, cancelled, or taken away from a
 * driver who may no longer deliver. There is a limit because a history is returned as a single response, whose size Lambda limits.
 */
export const historyLimit = 500

/**
 * The parts of a history item that record a correction, a call to the patient, a recipient's wish or the answer to it, who captured
 * an accepted completion, or a completion for the wrong delivery.
 */
export type HistoryItemExtras = Pick<StoredHistoryItem, 'correction' | 'call_back' | 'wish' | 'captured_by' | 'mistake'>

interface HistoryChange {
  /** Undefined for a new delivery. */
  before: StoredDelivery | undefined
  after: StoredDelivery
  notes: string
  historyNote?: HistoryItemExtras | undefined
}

/**
 * Makes the history item for a change. Returns undefined if neither status nor person has changed and there is no `historyNote`.
 */
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
    ...(isMoved && after.status === 'delivered' && { signed: pickSignedFacts(after) }),
    ...historyNote,
  }
  return item
}

/**
 * Makes the history item for a change. Returns it with the write that stores it and the fields of the delivery that refer to its
 * history. All three are empty if the change needs no history item.
 */
export function composeHistoryItem(change: HistoryChange, caller: Caller, services: Services) {
  const { before, after } = change
  const item = historyItemOf(change, caller, services)
  const number = before?.history_count ?? 0
  if (!item) return { fields: {}, items: [], writes: [] }
  const link = linkHistoryItem(item, before?.chain_head ?? null)
  return {
    fields: { history_count: number + 1, chain_head: link.hash },
    items: [link],
    writes: [put(caller.keys.historyItem(after.id, number), link)],
  }
}

/** Reads a delivery's history, oldest item first. */
export const readHistory = (table: Table, { keys }: Caller, { id }: StoredDelivery): Promise<StoredHistoryItem[]> =>
  table.queryAll(keys.history(id), { consistent: true })

/**
 * Reads the history of a delivery that has been read already. If the history has grown in between, reads both again, because
 * otherwise the new history item would look forged.
 */
export async function readDeliveryWithHistory(table: Table, caller: Caller, delivery: StoredDelivery) {
  const history = await readHistory(table, caller, delivery)
  if (history.length <= delivery.history_count) return { delivery, history }
  const newest = (await table.get(caller.keys.delivery(delivery.id))) ?? delivery
  return { delivery: newest, history: await readHistory(table, caller, newest) }
}

/**
 * Returns how the status and the assigned pharmacist differ from those at `version`, without changes that were undone since. For
 * the pharmacist, `by` is the user who changed the pharmacist last. For the status, it is the name in the newest item of the status
 * history, even if that item did not change the status.
 */
export function deliveryChangesSince(version: number, items: readonly StoredHistoryItem[]): DeliveryChange[] {
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

/** Whether an item belongs to the status history. Corrections and call-backs don't. */
const isOfStatus = ({ correction, call_back }: StoredHistoryItem) => !correction && !call_back

/** Returns the status history in the form that responses have, newest item first. */
export const presentStatusHistory = (items: readonly StoredHistoryItem[]): HistoryItem[] =>
  items
    .filter(isOfStatus)
    .map(({ _id, status, old_status, new_status, changed_at, changed_by_name, changed_by_email, notes }) => ({
      _id,
      status,
      old_status,
      new_status,
      changed_at,
      changed_by_name,
      changed_by_email,
      notes,
    }))
    .toReversed()

/** Returns the facts of a handover at the door that its history item contains, in the form that responses have. */
export const pickSignedFacts = (delivery: StoredDelivery): SignedFacts =>
  pickFields(signedFacts(), { ...delivery, amount: delivery.amount === null ? null : toDollars(delivery.amount) })
