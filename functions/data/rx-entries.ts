import { rxKey } from '#shared/rules/prescriptions.ts'
import type { RxEntry, StoredDelivery } from './entities.ts'
import type { Key, TenantKeys } from './keys.ts'
import type { Table } from './table.ts'
import { put, remove, type Write } from './writes.ts'

type Listed = Pick<StoredDelivery, 'id' | 'rx_information' | 'former_rx_numbers' | 'deleted_at'>

interface RxChanges {
  added: Write[]
  removed: Write[]
}

/** The prescription numbers of a delivery, corrected ones too, by how they are compared. A deleted one is found by none. */
function numbersOf(delivery: Listed | undefined): Map<string, string> {
  if (!delivery || delivery.deleted_at) return new Map()
  const named = [...(delivery.former_rx_numbers ?? []), ...delivery.rx_information]
  return new Map(named.map(({ rx_number }) => [rxKey(rx_number), rx_number]))
}

export const rxEntryKeys = (keys: TenantKeys, delivery: Listed): Key<RxEntry>[] =>
  [...numbersOf(delivery).keys()].map((rx) => keys.rxEntry(rx, delivery.id))

/** What makes a delivery findable by its prescriptions, from `before` to `after`. */
export function rxChanges(keys: TenantKeys, before: Listed | undefined, after: Listed): RxChanges {
  const had = numbersOf(before)
  const has = numbersOf(after)
  const delivery_id = after.id
  return {
    added: [...has]
      .filter(([rx, rx_number]) => had.get(rx) !== rx_number)
      .map(([rx, rx_number]) => put(keys.rxEntry(rx, delivery_id), { delivery_id, rx_number })),
    removed: [...had.keys()].filter((rx) => !has.has(rx)).map((rx) => remove(keys.rxEntry(rx, delivery_id))),
  }
}

/** Entries that one transaction takes beside all else that a change of a delivery writes: DynamoDB takes a hundred writes. */
const roomForEntries = 80

/**
 * Has `write` write a delivery with its entries, in one transaction wherever it takes them all. For more numbers than that, entries
 * come before the delivery and go after it: whatever happens in between, no number of a delivery is without its entry, and whoever
 * follows an entry looks at the delivery.
 */
export async function withEntries(
  table: Table,
  { added, removed }: RxChanges,
  write: (entries: readonly Write[]) => Promise<void>,
): Promise<void> {
  if (added.length + removed.length <= roomForEntries) return write([...added, ...removed])
  if (added.length > 0) await table.write(...added)
  await write([])
  if (removed.length > 0) await table.write(...removed)
}
