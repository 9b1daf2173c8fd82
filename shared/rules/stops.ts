import { groupBy } from './group-by.ts'

interface Packet {
  id: string
  delivery_date: string
  time_range: string
  delivery_address: string
  apt_suite_building: string
  city: string
  state: string
  zip_code: string
  is_business_address: boolean
  /** When the package got its driver and day. Empty if that was before 2026-11-29. */
  joined_at?: string
}

const folded = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()

type Address = Pick<Packet, 'delivery_address' | 'apt_suite_building' | 'city' | 'state' | 'zip_code'>

/**
 * Returns a key that is the same for all packages to one address and unit. Upper and lower case and the number of blanks make no
 * difference.
 */
export const addressKey = (of: Address) =>
  [of.delivery_address, of.apt_suite_building, of.city, of.state, of.zip_code].map(folded).join('\n')

/**
 * Returns a key that is the same for all packages of one stop: those to the same address and unit, for one patient or several. At a
 * business address the unit does not count, so that a facility with rooms is one stop.
 */
export const stopKey = (of: Address & Pick<Packet, 'is_business_address'>) =>
  addressKey(of.is_business_address ? { ...of, apt_suite_building: '' } : of)

/** The stop numbers that were settled when the run started, by the ids of the packages. */
export type SettledNumbers = Readonly<Record<string, number>>

/**
 * Sorts a run's packages by `order`, the ids in the order that was chosen for the run, and gives each the number of its stop, from
 * 1. All packages of a stop come at the position of its first one. A stop without a package in `order` comes last, by time slot. A
 * stop with a package in `settled` keeps that number, so that a printed run sheet stays right; other stops get the next numbers. Of
 * a run with settled numbers, the others are sorted by when they were added, because the number of one must not change with those
 * added after it.
 */
export function sortWithStopNumbers<T extends Packet>(
  packages: readonly T[],
  order: readonly string[],
  settled: SettledNumbers = {},
): { stop: number; item: T }[] {
  const places = new Map(order.map((id, place) => [id, place]))
  // What was settled comes before what was added later, which has no place yet.
  const placeOf = ({ id }: T) => places.get(id) ?? order.length + (settled[id] ?? Number.MAX_SAFE_INTEGER / 2)
  const isOut = Object.keys(settled).length > 0
  const addedAt = ({ id, joined_at = '' }: T) => (isOut && settled[id] === undefined ? joined_at : '')
  const slotOf = (one: T) => `${addedAt(one)}#${one.time_range.slice(0, 5)}#${one.id}`
  const sorted = packages.toSorted((a, b) => placeOf(a) - placeOf(b) || (slotOf(a) < slotOf(b) ? -1 : 1))
  const stops = [...groupBy(sorted, stopKey).values()]
  const known = stops.map((items) => items.flatMap(({ id }) => settled[id] ?? []))
  let next = Math.max(0, ...Object.values(settled))
  const numbers = known.map((of) => (of.length > 0 ? Math.min(...of) : ++next))
  return stops.flatMap((items, i) => items.map((item) => ({ stop: numbers[i] ?? i + 1, item })))
}
