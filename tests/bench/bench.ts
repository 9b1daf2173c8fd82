import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import { type BenchTenant, growTenant, invoke, openBenchHouse } from './bench-house.ts'
import { compareCold } from './compare-cold.ts'
import { compareCpu } from './compare-cpu.ts'
import { compareTiming } from './compare-timing.ts'
import { markdownTable, percentile, timed } from './statistics.ts'

/** `npm run bench [-- part …]`: both sides of every ratio are taken in turn, in this run. */
const asked = new Set(process.argv.slice(2))
const isAsked = (part: string) => asked.size === 0 || asked.has(part)
const sizes = [1000, 20_000] as const
const rounds = 60

/** What every request asks before its own reads: user with session, and tenant with two roles. */
const authentication = { trips: 2, items: 3 }

const bench = await openBenchHouse()
try {
  if (isAsked('requests')) {
    console.log(`Writing tenants of ${sizes.join(' and ')} deliveries …`)
    const tenants = [await growTenant(bench.house, sizes[0]), await growTenant(bench.house, sizes[1])] as const
    console.log(`\n## Requests as the work grows (${rounds} calls each, in turn)\n`)
    console.log(await compareSizes(tenants))
  }
  const tenant = await growTenant(bench.house, 2000)
  if (isAsked('cpu')) {
    console.log('\n## CPU of the pipeline against a bare handler with the same DynamoDB calls\n')
    console.log(await compareCpu(bench, tenant))
  }
  if (isAsked('timing')) {
    console.log('\n## Whether time tells who has an account\n')
    console.log(await compareTiming(bench.house))
  }
  if (isAsked('cold')) {
    console.log('\n## First requests of a fresh process\n')
    console.log(await compareCold(tenant, 25))
  }
} finally {
  await bench.close()
}

type Case = (tenant: BenchTenant, round: number) => Promise<{ rows: unknown }>

async function compareSizes([few, many]: readonly [BenchTenant, BenchTenant]) {
  const { handler } = bench
  const list =
    (query: Record<string, string>): Case =>
    ({ token }) =>
      invoke(handler, deliveries.listDeliveries, { token, query })
  const cases: Record<string, Case> = {
    'list: current': list({ view: 'current' }),
    'list: current, one pharmacist': (tenant, round) =>
      list({ view: 'current', pharmacist_id: tenant.pharmacistId })(tenant, round),
    'list: current, unassigned': list({ view: 'current', pharmacist_id: 'null' }),
    'list: past': list({ view: 'past' }),
    'list: past, cancelled': list({ view: 'past', status: 'cancelled' }),
    detail: ({ token, deliveryIds }, round) =>
      invoke(handler, deliveries.readDelivery, {
        token,
        params: { id: deliveryIds[round % deliveryIds.length] ?? '' },
      }),
    'patients: ba': ({ token }) => invoke(handler, patients.searchPatients, { token, query: { q: 'ba' } }),
  }
  const rows = []
  for (const [name, run] of Object.entries(cases)) {
    const before = { ...bench.reads }
    let answered = 0
    const measure = (tenant: BenchTenant, round: number) =>
      timed(async () => {
        answered += [(await run(tenant, round)).rows].flat().length
      })
    const times: { few: number; many: number }[] = []
    for (let round = 0; round < rounds; round++)
      times.push({ few: await measure(few, round), many: await measure(many, round) })

    const calls = rounds * 2
    const read = bench.reads.itemsRead - before.itemsRead - calls * authentication.items
    const of = (size: 'few' | 'many', share: number) =>
      percentile(
        times.map((pair) => pair[size]),
        share,
      )
    rows.push([
      name,
      of('few', 0.5).toFixed(1),
      of('many', 0.5).toFixed(1),
      (of('many', 0.5) / of('few', 0.5)).toFixed(2),
      of('few', 0.99).toFixed(1),
      of('many', 0.99).toFixed(1),
      ((bench.reads.trips - before.trips) / calls - authentication.trips).toFixed(1),
      read > 0 ? (read / answered).toFixed(2) : '–',
    ])
  }
  const at = [few.count, many.count].map((count) => count.toLocaleString('en-US'))
  const head = [
    'call',
    `p50 ms at ${at[0]}`,
    `at ${at[1]}`,
    'ratio',
    `p99 ms at ${at[0]}`,
    `at ${at[1]}`,
    'calls of the table',
    'items queried per row answered',
  ]
  return markdownTable(head, rows)
}
