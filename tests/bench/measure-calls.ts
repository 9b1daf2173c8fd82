import * as deliveries from '#shared/api/deliveries.ts'
import { type BenchApp, invoke } from './bench-app.ts'
import { type CallCase, callCases } from './call-cases.ts'
import type { Extent } from './extents.ts'
import { addFigure, type Figures } from './figures.ts'
import { type BenchTenant, withTenants } from './grown-tenants.ts'
import { measureMs, percentile, Samples } from './statistics.ts'

/**
 * Measures calls in turn in a small and in a large tenant: how much longer they take in the large one, and what they ask of the table
 * there, without what every call asks to find out its caller.
 */
export const measureCalls = ({ sizes, calls }: Extent): Promise<Figures[]> =>
  withTenants(sizes, async (bench, signIn) => {
    const figures: Figures = {}
    const pooled = new Samples()
    for (const call of callCases(bench)) {
      // A token is valid for a quarter of an hour only.
      const tenants = await signIn()
      const times = await timesOf(call, tenants, calls)
      const least = times.median('0')
      addFigure(figures, 'p50', call.name, times.median('1') / least)
      for (const size of ['0', '1']) for (const ms of times.of(size)) pooled.add(size, ms / least)
      const large = tenants.at(-1)
      if (!large) throw new Error('There are no tenants')
      const { requests, trips, itemsPerRow } = await tableReads(bench, call, large)
      addFigure(figures, 'tableRequests', call.name, requests)
      addFigure(figures, 'tableWaits', call.name, trips)
      if (/^(list|activity)/.test(call.name)) addFigure(figures, 'itemsPerRow', call.name, itemsPerRow)
    }
    const p99 = (size: string) => percentile(pooled.of(size), 0.99)
    addFigure(figures, 'p99', 'all calls', p99('1') / p99('0'))
    return [figures]
  })

/** Returns the milliseconds of each call in each tenant, by the tenant's place in the list. */
async function timesOf({ open, before }: CallCase, tenants: readonly BenchTenant[], calls: number): Promise<Samples> {
  const samples = new Samples()
  const opened = await Promise.all(tenants.map(open))
  // The first rounds only warm up.
  for (let round = -3; round < calls; round++)
    for (const [i, tenant] of tenants.entries()) {
      await before?.(tenant, round + 3)
      const ms = await measureMs(async () => opened[i]?.(round + 3))
      if (round >= 0) samples.add(String(i), ms)
    }
  return samples
}

/** Returns what one call asks of the table, without what it takes to find out the caller. */
async function tableReads(bench: BenchApp, { open, before }: CallCase, tenant: BenchTenant) {
  const { token } = tenant.admin
  const base = await used(bench, () => invoke(bench.handler, deliveries.listTimeRanges, { token }))
  const call = await open(tenant)
  await before?.(tenant, 0)
  const { rows, requests, trips, items } = await used(bench, () => call(0))
  return {
    requests: requests - base.requests,
    trips: trips - base.trips,
    itemsPerRow: (items - base.items) / rows,
  }
}

/** Makes a call, and returns what it asked of the table and the number of rows that it returned. */
async function used({ tableRequests }: BenchApp, call: () => Promise<{ rows: unknown }>) {
  const before = { ...tableRequests }
  const { rows } = await call()
  return {
    rows: Array.isArray(rows) ? rows.length : 1,
    requests: tableRequests.requests - before.requests,
    trips: tableRequests.trips - before.trips,
    items: tableRequests.items - before.items,
  }
}
