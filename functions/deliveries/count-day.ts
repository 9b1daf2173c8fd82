import type { DaySummary } from '#shared/model/counter.ts'
import { timeRanges } from '#shared/model/delivery-form.ts'
import { deliveryStatuses } from '#shared/model/delivery-statuses.ts'
import { isLate } from '#shared/rules/lateness.ts'
import { toDollars } from '#shared/rules/money.ts'
import { isOpenStatus } from '#shared/rules/transitions.ts'
import type { StoredDeliveryRow } from '../data/entities/delivery.ts'

type DayFigures = Omit<DaySummary, 'date' | 'attention'>

/** Computes the figures of a day's deliveries. `clock` is the organisation's local time, `YYYY-MM-DDTHH:MM`. */
export function computeDayFigures(rows: readonly StoredDeliveryRow[], clock: string): DayFigures {
  const count = (isOne: (row: StoredDeliveryRow) => boolean, among = rows) => among.filter(isOne).length
  const ofStatus = (status: StoredDeliveryRow['status']) => (row: StoredDeliveryRow) => row.status === status
  const isRowLate = (row: StoredDeliveryRow) => isLate(row, clock)
  const expected = rows.filter(({ status, collect_copay }) => collect_copay && status !== 'cancelled')
  const slots = timeRanges.map(({ value: time_range }) => {
    const own = rows.filter((row) => row.time_range === time_range)
    return {
      time_range,
      to_do: count(({ status }) => isOpenStatus(status) && status !== 'in_progress', own),
      out: count(ofStatus('in_progress'), own),
      delivered: count(ofStatus('delivered'), own),
      failed: count(ofStatus('failed'), own),
      late: count(isRowLate, own),
    }
  })
  return {
    counts: Object.fromEntries(
      deliveryStatuses.map((status) => [status, count(ofStatus(status))]),
    ) as DaySummary['counts'],
    late: count(isRowLate),
    expected: copays(expected),
    collected: toDollars(rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0)),
    to_collect: copays(expected.filter(({ status }) => isOpenStatus(status))),
    slots,
  }
}

const copays = (rows: readonly StoredDeliveryRow[]) =>
  toDollars(rows.reduce((sum, { total_copay }) => sum + total_copay, 0))
