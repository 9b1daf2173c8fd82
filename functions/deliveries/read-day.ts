import type * as searchAndDay from '#shared/api/search-and-day.ts'
import { deliveryStatuses } from '#shared/model/delivery-statuses.ts'
import type { DaySummary } from '#shared/model/search-and-day.ts'
import { isLate, localDateTimeIn } from '#shared/rules/lateness.ts'
import { toDollars } from '#shared/rules/money.ts'
import { isOpenStatus } from '#shared/rules/transitions.ts'
import type { StoredDeliveryRow } from '../data/entities/delivery.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import { mergeStreams } from '../data/merge-streams.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { deliveryListPageLimit } from './list-deliveries.ts'
import { deliveryListStreams } from './plan-list.ts'
import { deliveryRowPresenter } from './present-delivery.ts'
import { readAttentionList } from './read-attention.ts'
import { readInBatches } from './read-deliveries.ts'
import { countsMoney } from './run-of.ts'
import { localDateTimeOf, todayOf } from './today.ts'

/** Returns the figures of a day. All except the attention count are computed from the day's first `deliveryListPageLimit` rows. */
export const readDay: Operation<typeof searchAndDay.readDay> = async ({ query, caller }, services) => {
  const today = todayOf(caller, services)
  const { date = today } = query
  const [{ items }, attention] = await Promise.all([
    mergeStreams(services.table, {
      streams: deliveryListStreams({ delivery_date: date }, caller.keys, today),
      descending: false,
      limit: deliveryListPageLimit,
      most: deliveryListPageLimit,
      position: undefined,
    }),
    countAttentionDeliveries(caller, services),
  ])
  return {
    date,
    attention,
    drivers: await driversOut(items, caller, services),
    ...computeDayFigures(items, caller.tenant, localDateTimeIn(caller.tenant.time_zone, services.now())),
  }
}

/** Counts the deliveries that need attention: the length of the attention list. The caller must be allowed to read that list. */
async function countAttentionDeliveries(caller: Caller, services: Services): Promise<number> {
  const today = todayOf(caller, services)
  const { rows } = await readAttentionList(services.table, {
    caller,
    streams: deliveryListStreams({ view: 'attention' }, caller.keys, today),
    moment: { today, clock: localDateTimeOf(caller, services) },
    present: deliveryRowPresenter(caller, services),
    limit: Number.MAX_SAFE_INTEGER,
    after: undefined,
  })
  return rows.length
}

/** Returns the drivers who have packages on their way, by name. */
async function driversOut(rows: readonly StoredDeliveryRow[], { keys }: Caller, { table }: Services) {
  const out = rows.filter(({ status }) => status === 'in_progress')
  const ids = [...new Set(out.flatMap(({ pharmacist_id }) => pharmacist_id ?? []))]
  const users = await readInBatches(ids, (some) => table.getAll(some.map(keys.user)))
  return ids
    .map((id, i) => {
      const own = out.filter(({ pharmacist_id }) => pharmacist_id === id)
      const full_name = users[i]?.full_name ?? own[0]?.pharmacist_name ?? ''
      return { id, full_name, phone: users[i]?.phone ?? '', out: own.length }
    })
    .sort((a, b) => a.full_name.localeCompare(b.full_name))
}

type DayFigures = Omit<DaySummary, 'date' | 'attention' | 'drivers'>

/** Computes the figures of a day's deliveries. `clock` is the organisation's local time, `YYYY-MM-DDTHH:MM`. */
function computeDayFigures(
  rows: readonly StoredDeliveryRow[],
  { time_ranges }: Pick<StoredTenant, 'time_ranges'>,
  clock: string,
): DayFigures {
  const count = (isOne: (row: StoredDeliveryRow) => boolean, among = rows) => among.filter(isOne).length
  // A completion that was recorded by mistake is no delivery of the day.
  const ofStatus = (status: StoredDeliveryRow['status']) => (row: StoredDeliveryRow) =>
    row.status === status && countsMoney(row)
  const isRowLate = (row: StoredDeliveryRow) => isLate(row, clock)
  const expected = rows.filter((row) => row.collect_copay && row.status !== 'cancelled' && countsMoney(row))
  const slots = slotsOf(rows, time_ranges).map((time_range) => {
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
    collected: toDollars(rows.filter(countsMoney).reduce((sum, { amount }) => sum + (amount ?? 0), 0)),
    to_collect: copays(expected.filter(({ status }) => isOpenStatus(status))),
    slots,
  }
}

/** Returns the time ranges of the settings and those others that deliveries of the day still have, by their start. */
const slotsOf = (rows: readonly StoredDeliveryRow[], offered: StoredTenant['time_ranges']) =>
  [...new Set([...offered.map(({ value }) => value), ...rows.map(({ time_range }) => time_range)])]
    .filter(Boolean)
    .toSorted()

const copays = (rows: readonly StoredDeliveryRow[]) =>
  toDollars(rows.reduce((sum, { total_copay }) => sum + total_copay, 0))
