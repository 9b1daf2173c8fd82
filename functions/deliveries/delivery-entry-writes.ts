import { dayIn } from '#shared/rules/dates.ts'
import type { DeliveredEntry } from '../data/entities/delivered-entry.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import type { TenantKeys } from '../data/table-keys.ts'
import { put, remove, type Write } from '../data/writes.ts'
import type { Caller } from '../http/operation.ts'

/** Returns the write for the entry that lists a delivery under the day on which it was delivered. */
export function deliveredEntryWrite(
  keys: TenantKeys,
  timeZone: string,
  { delivery_id, completed_at }: Omit<DeliveredEntry, 'day'>,
): Write {
  const entry = { delivery_id, completed_at, day: dayIn(timeZone, new Date(completed_at)) }
  return put(keys.deliveredEntry(entry), entry)
}

/**
 * Returns the writes for the entries that list a delivery. It has one for the day on which it was delivered, one while its patient
 * waits for a call, and one while it has a report of an action at the door that the server refused. Add the writes to every change of
 * one of these facts.
 */
export const deliveryListEntryWrites = (
  { keys, tenant }: Pick<Caller, 'keys' | 'tenant'>,
  before: StoredDelivery | undefined,
  after: StoredDelivery,
): Write[] => {
  const { id: delivery_id, completed_at } = after
  const isDelivered = after.status === 'delivered' && before?.status !== 'delivered' && completed_at !== null
  const [isUnsent, wasUnsent] = [after, before].map((delivery) => Boolean(delivery?.unsent?.length))
  const [due, wasDue] = [after.call_back_due_at, before?.call_back_due_at ?? null]
  return [
    ...(isDelivered ? [deliveredEntryWrite(keys, tenant.time_zone, { delivery_id, completed_at })] : []),
    ...(due !== wasDue && wasDue ? [remove(keys.callBackEntry({ due_at: wasDue, delivery_id }))] : []),
    ...(due !== wasDue && due
      ? [put(keys.callBackEntry({ due_at: due, delivery_id }), { due_at: due, delivery_id })]
      : []),
    ...(isUnsent && !wasUnsent ? [put(keys.unsentEntry(delivery_id), { delivery_id })] : []),
    ...(wasUnsent && !isUnsent ? [remove(keys.unsentEntry(delivery_id))] : []),
  ]
}
