import { isDeepStrictEqual } from 'node:util'
import { previousNameRotations } from '#shared/rules/previous-search-words.ts'
import { rxKey } from '#shared/rules/rx-key.ts'
import { nameRotations } from '#shared/rules/search.ts'
import type { HitOrderFields, StoredDelivery } from './entities/delivery.ts'
import type { Key } from './key.ts'
import type { Table } from './table.ts'
import type { TenantKeys } from './table-keys.ts'
import { put, remove, transactionLimit, type Write } from './writes.ts'

type Listed = HitOrderFields &
  Pick<StoredDelivery, 'rx_information' | 'former_rx_numbers' | 'pharmacist_id' | 'patient_name' | 'deleted_at'>

interface EntryChanges {
  added: Write[]
  removed: Write[]
}

/**
 * Returns all prescription numbers of a delivery, old ones included. The keys of the map are the numbers in normalised form, and
 * its values are the numbers as they were typed.
 */
function numbersOf({ rx_information, former_rx_numbers = [] }: Listed): Map<string, string> {
  return new Map([...former_rx_numbers, ...rx_information].map(({ rx_number }) => [rxKey(rx_number), rx_number]))
}

const entry = <T>(key: Key<T>, value: NoInfer<T>) => ({ key, added: put(key, value), removed: remove(key) })

/**
 * Returns the entries by which a search among all of the organisation's deliveries finds a delivery by its prescription numbers. A
 * deleted delivery has none.
 */
function rxEntriesOf(keys: TenantKeys, delivery: Listed | undefined) {
  if (!delivery || delivery.deleted_at) return []
  const { id: delivery_id } = delivery
  return [...numbersOf(delivery)].map(([rx, rx_number]) =>
    entry(keys.rxEntry(rx, delivery_id), { delivery_id, rx_number }),
  )
}

/**
 * Returns the entries by which the delivery's driver finds it, by prescription number and by patient name. A deleted or unassigned
 * delivery has none.
 */
function ownEntriesOf(keys: TenantKeys, delivery: Listed | undefined) {
  if (!delivery || delivery.deleted_at || delivery.pharmacist_id === null) return []
  const { id: delivery_id, pharmacist_id: person, patient_name } = delivery
  return [
    ...[...numbersOf(delivery).keys()].map((rx) => entry(keys.ownRxEntry(person, rx, delivery_id), { delivery_id })),
    ...nameRotations(patient_name).map((name) => entry(keys.ownNameEntry(person, name, delivery), { delivery_id })),
  ]
}

/**
 * Returns the entries by which the driver finds a delivery that the migration `2026-11-28-search` has not reached, as far as they
 * differ from today's.
 */
function previousOwnEntriesOf(keys: TenantKeys, delivery: Listed | undefined) {
  if (!delivery || delivery.deleted_at || delivery.pharmacist_id === null) return []
  const { id: delivery_id, pharmacist_id: person, patient_name } = delivery
  const names = new Set(nameRotations(patient_name))
  return previousNameRotations(patient_name)
    .filter((name) => !names.has(name))
    .map((name) => entry(keys.ownNameEntry(person, name, delivery), { delivery_id }))
}

/** Returns the writes that give a delivery of the old folding its entries of today's. There are none if it has them already. */
export const refoldingWrites = (keys: TenantKeys, delivery: Listed): Write[] => {
  const previous = previousOwnEntriesOf(keys, delivery).map(({ removed }) => removed)
  return previous.length === 0 ? [] : [...ownEntriesOf(keys, delivery).map(({ added }) => added), ...previous]
}

const entriesOf = (keys: TenantKeys, delivery: Listed | undefined) => [
  ...rxEntriesOf(keys, delivery),
  ...ownEntriesOf(keys, delivery),
]

/** Returns the search entries to add and to remove when a delivery changes from `before` to `after`. */
export function deliverySearchEntryChanges(keys: TenantKeys, before: Listed | undefined, after: Listed): EntryChanges {
  const byPlace = (delivery: Listed | undefined) =>
    new Map(entriesOf(keys, delivery).map((one) => [`${one.key.pk}\n${one.key.sk}`, one]))
  const [had, has] = [byPlace(before), byPlace(after)]
  const outdated = [...had].filter(([place]) => !has.has(place)).map(([, one]) => one)
  const previous = previousOwnEntriesOf(keys, before)
  const isMoved = previous.some(
    ({ key }) => before?.patient_name !== after.patient_name || outdated.some((one) => one.key.pk === key.pk),
  )
  const isNew = (place: string, { added }: { added: Write }) =>
    isMoved || !isDeepStrictEqual(had.get(place)?.added.item, added.item)
  return {
    added: [...has].filter(([place, one]) => isNew(place, one)).map(([, { added }]) => added),
    removed: [...outdated, ...(isMoved ? previous : [])].map(({ removed }) => removed),
  }
}

/** The number of search entries that fit into one transaction with the other writes of a changed delivery. */
const roomForEntries = 80

/**
 * Calls `write` to write a delivery together with its search entries, if all of them fit into one transaction. Otherwise the new
 * entries are written before the delivery, and the old ones are removed after it. A failure in between can only leave entries that
 * do not fit the delivery. By these a search may find the delivery under a number or name that it does not have, but what the
 * search shows is read from the delivery itself. `others` is the number of writes in the transaction beyond those that every change
 * of a delivery makes.
 */
export async function writeWithSearchEntries(
  table: Table,
  { added, removed }: EntryChanges,
  write: (entries: readonly Write[]) => Promise<void>,
  others = 0,
): Promise<void> {
  if (added.length + removed.length + others <= roomForEntries) return write([...added, ...removed])
  await writeInParts(table, added)
  await write([])
  await writeInParts(table, removed)
}

async function writeInParts(table: Table, entries: readonly Write[]): Promise<void> {
  for (let i = 0; i < entries.length; i += transactionLimit)
    await table.write(...entries.slice(i, i + transactionLimit))
}
