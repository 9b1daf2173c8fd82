import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import { completionData } from '#tests/support/builders.ts'
import { type BenchApp, invoke } from './bench-app.ts'
import type { TableRequestCounts } from './count-table-requests.ts'
import type { BenchTenant } from './grown-tenants.ts'
import { markdownTable, measureMs, percentile, type Row } from './statistics.ts'

type Bench = Pick<BenchApp, 'services' | 'handler' | 'tableRequests'>

/** A tenant: the number of its deliveries or events, and the token of one of its users. */
interface Sized {
  count: number
  token: string
}

interface Answered {
  rows: unknown
  next?: string | undefined
}
type Call = (round: number) => Promise<Answered>

/** A kind of call to measure. `open` prepares it once for a tenant. */
export interface BenchCase<T extends Sized = BenchTenant> {
  name: string
  open(tenant: T): Promise<Call> | Call
  /** Runs before each call and is not measured. */
  before?(tenant: T, round: number): Promise<void>
  /** Undoes what the calls changed, because the tables are kept for the next run. */
  after?(tenant: T, round: number): Promise<void>
}

const page = 20

export function deliveryCases({ handler, services }: Bench): BenchCase[] {
  const ask = (tenant: BenchTenant, query: Record<string, string>) =>
    invoke(handler, deliveries.listDeliveries, { token: tenant.token, query })
  const list = (name: string, query: Record<string, string>): BenchCase => ({
    name: `list: ${name}`,
    open: (tenant) => () => ask(tenant, { ...query, ...(query.pharmacist_id === '' && of(tenant)) }),
  })
  const of = ({ pharmacistId }: BenchTenant) => ({ pharmacist_id: pharmacistId })
  const tenthPage = (name: string, query: Record<string, string>): BenchCase => ({
    name: `list: ${name}, page 10`,
    async open(tenant) {
      const pageQuery = { ...query, limit: String(page) }
      let cursor: string | undefined
      for (let turned = 1; turned < 10; turned++)
        cursor = (await ask(tenant, { ...pageQuery, ...(cursor && { cursor }) })).next ?? cursor
      return () => ask(tenant, { ...pageQuery, ...(cursor && { cursor }) })
    },
  })
  const found = (round: number) => (round * 7) % 500
  const putDelivery = ({ aDelivery }: BenchTenant, i: number, status?: DeliveryStatus) =>
    services.table.write(aDelivery(i, status))
  return [
    list('current', { view: 'current' }),
    list('current, one pharmacist', { view: 'current', pharmacist_id: '' }),
    list('current, unassigned', { view: 'current', pharmacist_id: 'null' }),
    list('past', { view: 'past' }),
    // Even the smallest tenant has as many rows as this limit and the limit of the search of patients below, because the tenants
    // differ in size, but the responses must not.
    list('past, 20 cancelled', { view: 'past', status: 'cancelled', limit: String(page) }),
    tenthPage('current', { view: 'current' }),
    tenthPage('past', { view: 'past' }),
    {
      name: 'detail',
      open:
        ({ token, deliveryId }) =>
        (round) =>
          invoke(handler, deliveries.readDelivery, { token, params: { id: deliveryId(found(round)) } }),
    },
    {
      name: 'search of patients, 10 found',
      open:
        ({ token }) =>
        () =>
          invoke(handler, patients.searchPatients, { token, query: { q: 'ab', limit: '10' } }),
    },
    {
      name: 'completion',
      before: (tenant, round) => putDelivery(tenant, found(round), 'in_progress'),
      after: (tenant, round) => putDelivery(tenant, found(round)),
      open:
        ({ token, deliveryId }) =>
        (round) =>
          invoke(handler, deliveries.completeDelivery, {
            token,
            params: { id: deliveryId(found(round)) },
            body: completionData,
          }),
    },
  ]
}

/** Measures the time of each case alternately in all tenants, and what the case reads from the table in the last tenant. */
export async function compareTenantSizes<T extends Sized>(
  bench: Bench,
  { tenants, cases, rounds }: { tenants: readonly T[]; cases: readonly BenchCase<T>[]; rounds: number },
): Promise<string> {
  const [last] = tenants.slice(-1)
  if (!last) throw new Error('Nothing to compare')
  const base = await used(bench, () =>
    invoke(bench.handler, deliveries.listTimeRanges, { token: last.token }).then(({ rows }) => ({ rows })),
  )
  const times: Row[] = []
  const reads: Row[] = []
  /**
   * The times of the calls of all cases at each size, each divided by the p50 of its case at the smallest size. Together they are
   * enough for a p99.
   */
  const pooled = tenants.map(() => [] as number[])
  for (const { name, open, before, after } of cases) {
    const samples = tenants.map(() => [] as number[])
    const calls = await Promise.all(tenants.map(open))
    for (let round = -3; round < rounds; round++)
      for (const [i, tenant] of tenants.entries()) {
        await before?.(tenant, round + 3)
        const ms = await measureMs(async () => calls[i]?.(round + 3))
        // The first rounds only warm up.
        if (round >= 0) samples[i]?.push(ms)
      }
    const at = (share: number) => samples.map((sample) => percentile(sample, share))
    times.push([name, ...timeCells(at(0.5)), ...timeCells(at(0.99))])
    const [least = Number.NaN] = at(0.5)
    for (const [i, sample] of samples.entries()) pooled[i]?.push(...sample.map((ms) => ms / least))
    await before?.(last, 0)
    const call = calls.at(-1)
    if (call) reads.push([name, ...readCells(await used(bench, () => call(0)), base)])
    for (const tenant of tenants) for (let round = 0; round < rounds + 3; round++) await after?.(tenant, round)
  }
  const sizes = tenants.map(({ count }) => count.toLocaleString('en-US'))
  const head = (what: string) => [...sizes.map((size) => `${what} ms at ${size}`), 'ratio']
  return [
    markdownTable(['call', ...head('p50'), ...head('p99')], times),
    `The p99 of all calls together, × the p50 of each at ${sizes[0]}: ${timeCells(pooled.map((all) => percentile(all, 0.99))).join(', ')} (the last is the ratio).`,
    `What the calls ask of the table at ${sizes.at(-1)}, without the ${base.requests} requests, in ${base.trips} round trip, that know the caller:`,
    markdownTable(
      [
        'call',
        'requests',
        'round trips',
        'items read per row',
        'read units',
        'least for these rows',
        'over the least, × *',
      ],
      reads,
    ),
    `\\* Without the half unit that every stream beyond the first takes at least.`,
  ].join('\n\n')
}

const timeCells = (values: readonly number[]) => [
  ...values.map((ms) => ms.toFixed(1)),
  ((values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN)).toFixed(2),
]

/** Makes a call, and returns what it asked of the table and the number of rows that it returned. */
async function used({ tableRequests }: Bench, call: () => Promise<Answered>) {
  const before: TableRequestCounts = { ...tableRequests }
  const { rows } = await call()
  return {
    rows: Array.isArray(rows) ? rows.length : 1,
    requests: tableRequests.requests - before.requests,
    trips: tableRequests.trips - before.trips,
    streams: tableRequests.streams - before.streams,
    items: tableRequests.items - before.items,
    bytes: tableRequests.bytes - before.bytes,
    units: tableRequests.units - before.units,
  }
}
type Used = Awaited<ReturnType<typeof used>>

function readCells({ rows, requests, trips, streams, items, bytes, units }: Used, base: Used) {
  const read = { items: items - base.items, bytes: bytes - base.bytes, units: units - base.units }
  const isList = streams > 0 && read.items > 0
  const least = Math.max(0.5, Math.ceil(((read.bytes / read.items) * rows) / 4096) / 2)
  return [
    requests - base.requests,
    trips - base.trips,
    read.items > 0 ? (read.items / rows).toFixed(2) : '–',
    read.units.toFixed(1),
    isList ? least.toFixed(1) : '–',
    isList ? ((read.units - 0.5 * (streams - 1)) / least).toFixed(2) : '–',
  ]
}
