import type * as runs from '#shared/api/runs.ts'
import type { RunSummary } from '#shared/model/run.ts'
import { toDollars } from '#shared/rules/money.ts'
import { sortWithStopNumbers } from '#shared/rules/stops.ts'
import { dayLowerBound, dayUpperBound, type StoredDeliveryRow } from '../data/entities/delivery.ts'
import type { RunPerson, StoredRun } from '../data/entities/run.ts'
import { emptyRun } from '../data/entities/run.ts'
import { aboutRun } from '../data/subjects.ts'
import { statusesOnRun } from '../deliveries/run-of.ts'
import { todayOf } from '../deliveries/today.ts'
import type { Operation } from '../http/operation.ts'
import { mapMoneyByMethod, moneyCollectedByMethod, runCountsOf, runStateOf, totalCentsDue } from './count-run.ts'

/** Lists the runs of one day by the drivers' names, and then the deliveries without a driver. All reads run in parallel. */
export const listRuns: Operation<typeof runs.listRuns> = async ({ caller, query, activity }, services) => {
  const { keys } = caller
  const { table } = services
  const date = query.date ?? todayOf(caller, services)
  const day = { from: dayLowerBound(date), to: dayUpperBound(date) }
  const [items, users, ...rows] = await Promise.all([
    table.query(keys.runs(date)),
    table.queryAll(keys.users),
    ...(['unassigned', ...statusesOnRun] as const).map((status) => table.queryAll(keys.ofStatus(status), day)),
  ])
  const itemOf = (id: string) => items.items[items.sortKeys.indexOf(id)] ?? emptyRun
  const packages = new Map<string, StoredDeliveryRow[]>()
  // A delivery whose status changed between two reads can be in both, so it is kept only once.
  for (const row of new Map(rows.flat().map((one) => [one.id, one])).values())
    packages.set(row.pharmacist_id ?? '', [...(packages.get(row.pharmacist_id ?? '') ?? []), row])
  await activity.record({ action: 'run.listed', ...aboutRun(date, undefined), query: { date }, count: packages.size })
  const nobodys = packages.get('')
  packages.delete('')
  const named = [...packages].map(([id, own]) => {
    const user = users.find((one) => one.id === id)
    const full_name = user?.full_name ?? own[0]?.pharmacist_name ?? ''
    return summaryOf({
      person: { id, full_name },
      former_driver: !user?.is_active,
      date,
      item: itemOf(id),
      packages: own,
    })
  })
  return [
    ...named.sort((a, b) => (a.person?.full_name ?? '').localeCompare(b.person?.full_name ?? '')),
    ...(nobodys
      ? [
          {
            ...summaryOf({ person: null, former_driver: false, date, item: emptyRun, packages: nobodys }),
            state: 'planned' as const,
          },
        ]
      : []),
  ]
}

interface RunRows {
  person: RunPerson | null
  former_driver: boolean
  date: string
  item: StoredRun
  packages: readonly StoredDeliveryRow[]
}

function summaryOf({ person, former_driver, date, item, packages }: RunRows): RunSummary {
  const places = sortWithStopNumbers(packages, item.order, item.numbers)
  return {
    person,
    former_driver,
    date,
    state: runStateOf(item, packages),
    version: item.version,
    waiting: item.waiting ?? 0,
    last_heard_at: item.last_heard_at ?? null,
    counts: runCountsOf(packages),
    expected: toDollars(totalCentsDue(packages)),
    collected: mapMoneyByMethod(moneyCollectedByMethod(packages), toDollars),
    delivery_ids: places.map((one) => one.item.id),
    stops: places.map(({ stop }) => stop),
  }
}
