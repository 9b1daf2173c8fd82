import type { AskedPrescription, AuditRequest } from '#shared/model/audit.ts'
import { addDays, dayIn } from '#shared/rules/dates.ts'
import { rxKey } from '#shared/rules/rx-key.ts'
import { monthOf } from '../data/entities/delivered-entry.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import { sortKeyBefore } from '../data/sort-keys.ts'
import { batchReadLimit } from '../data/table.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'

/** How many prescription numbers or, for a range of days, how many deliveries are looked up in one step. */
const stepSize = 20

/**
 * The beginning of a step: an index into the requested numbers or, for a range of days, an upper bound for the sort keys of the
 * remaining deliveries.
 */
type Position = number | string

/** A prescription that was requested, either by its number or because it was delivered on a day of the requested range. */
export interface RequestedPrescription {
  rx_number: string
  date: string | null
  /** The ids of deliveries that may contain the prescription. */
  deliveries: readonly string[]
  /** Whether this row of this delivery is the prescription. */
  isMeant(delivery: StoredDelivery, row: number): boolean
}

/** The prescriptions of one step, with the position from which a later request can find them again. */
export interface PrescriptionSearchStep {
  groups: { at: Position; prescriptions: RequestedPrescription[] }[]
  /** The position of the next step; undefined after the last one. */
  next: Position | undefined
}

/** Finds the next prescriptions of a request, starting at `position`. */
export async function findRequestedPrescriptions(
  { rx, from = '', to = '' }: AuditRequest,
  position: Position | undefined,
  caller: Caller,
  services: Services,
): Promise<PrescriptionSearchStep> {
  if (!rx) return findByDay({ from, to: `${position ?? `${to}~`}` }, caller, services)
  const first = Number(position ?? 0)
  const end = first + stepSize
  const found = await Promise.all(
    rx.slice(first, end).map((prescription) => findByNumber(prescription, caller, services)),
  )
  return {
    groups: found.map((prescription, i) => ({ at: first + i, prescriptions: [prescription] })),
    next: end < rx.length ? end : undefined,
  }
}

async function findByNumber(
  prescription: AskedPrescription,
  { keys, tenant }: Caller,
  { table }: Services,
): Promise<RequestedPrescription> {
  const { rx_number, date = null } = prescription
  const key = rxKey(rx_number)
  const entries = await table.queryAll(keys.rx(key), { startsWith: `${key}#`, consistent: true })
  return {
    rx_number,
    date,
    deliveries: entries.map(({ delivery_id }) => delivery_id),
    isMeant: (delivery, row) =>
      numbersOf(delivery, row).some((number) => rxKey(number) === key) &&
      (date === null || datesOf(delivery, row, tenant.time_zone).includes(date)),
  }
}

/** Returns a row's prescription number, and the old numbers that corrections replaced. */
const numbersOf = ({ rx_information, former_rx_numbers = [] }: StoredDelivery, row: number) => [
  ...rx_information.slice(row, row + 1).map(({ rx_number }) => rx_number),
  ...former_rx_numbers.filter((corrected) => corrected.row === row).map(({ rx_number }) => rx_number),
]

const datesOf = ({ rx_information, completed_at }: StoredDelivery, row: number, timeZone: string) => [
  ...rx_information.slice(row, row + 1).flatMap(({ fill_date, rx_date }) => [fill_date, rx_date]),
  completed_at && dayIn(timeZone, new Date(completed_at)),
]

/**
 * Finds all prescriptions of the next deliveries of the month of `bounds.to`, latest first. After the last delivery of a month,
 * `next` leads to the month before.
 */
async function findByDay(
  bounds: { from: string; to: string },
  caller: Caller,
  services: Services,
): Promise<PrescriptionSearchStep> {
  const month = monthOf(bounds.to)
  const options = { ...bounds, descending: true, limit: stepSize, consistent: true }
  const { items, sortKeys, more } = await services.table.query(caller.keys.delivered(month), options)
  const ids = items.map(({ delivery_id }) => delivery_id)
  const deliveries = new Map(
    (await readDeliveredDeliveries(ids, caller, services)).map((delivery) => [delivery.id, delivery]),
  )
  const groups = items.map(({ delivery_id, day }, i) => ({
    at: sortKeys[i] ?? '',
    prescriptions: (deliveries.get(delivery_id)?.rx_information ?? []).map(({ rx_number }, row) => ({
      rx_number,
      date: day,
      deliveries: [delivery_id],
      isMeant: (_: StoredDelivery, index: number) => index === row,
    })),
  }))
  const last = sortKeys.at(-1)
  if (more && last) return { groups, next: sortKeyBefore(last) }
  return { groups, next: month === monthOf(bounds.from) ? undefined : `${addDays(`${month}-01`, -1)}~` }
}

/** Reads the deliveries with these ids, in this order. Those that are not delivered, or were deleted, are left out. */
async function readDeliveredDeliveries(
  ids: readonly string[],
  { keys }: Caller,
  { table }: Services,
): Promise<StoredDelivery[]> {
  const batches = Array.from({ length: Math.ceil(ids.length / batchReadLimit) }, (_, i) =>
    table.getAll(
      ids.slice(i * batchReadLimit, (i + 1) * batchReadLimit).map((id) => keys.delivery(id)),
      { consistent: true },
    ),
  )
  return (await Promise.all(batches))
    .flat()
    .flatMap((delivery) => (delivery?.status === 'delivered' && !delivery.deleted_at ? [delivery] : []))
}
