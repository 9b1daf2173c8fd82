import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { StoredUser } from '#functions/data/entities/user.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { put } from '#functions/data/writes.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as runs from '#shared/api/runs.ts'
import { utcDate } from '#shared/rules/dates.ts'
import { plainDelivery } from '#tests/support/plain-delivery.ts'
import { type BenchApp, invoke, openBenchApp } from './bench-app.ts'
import { createBenchPharmacy, newSessionTokenOf } from './grown-tenants.ts'
import { markdownTable, measureMs, median } from './statistics.ts'

const size = 60

/**
 * Measures how long it takes to read and to start runs of 60 deliveries, each of a different driver, and for comparison starts as
 * many deliveries one by one.
 */
export async function compareRun(rounds: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carelane-run-'))
  try {
    const bench = await openBenchApp(folder)
    try {
      return await compare(bench, rounds)
    } finally {
      await bench.close()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function compare(bench: BenchApp, rounds: number): Promise<string> {
  const { services, handler, tableRequests } = bench
  const { staff } = await createBenchPharmacy(bench, size)
  const [admin, single, ...drivers] = staff
  if (!admin || !single) throw new Error('A pharmacy without people')
  const token = await newSessionTokenOf(services, admin)
  const today = utcDate(services.now())
  const used = async (call: () => Promise<unknown>) => {
    const before = { ...tableRequests }
    const ms = await measureMs(call)
    return { ms, trips: tableRequests.trips - before.trips, requests: tableRequests.requests - before.requests }
  }
  const start = (run: object) => invoke(handler, runs.startRun, { token, body: { include_not_loaded: true }, ...run })

  const base = await used(() => invoke(handler, deliveries.listTimeRanges, { token }))
  const alone = await fill(services, single, today)
  const writes: number[] = []
  for (const id of alone) {
    const started = { token, params: { id }, body: { status: 'in_progress' } }
    writes.push(await measureMs(() => invoke(handler, deliveries.changeStatus, started)))
  }
  const reads: Awaited<ReturnType<typeof used>>[] = []
  const starts: typeof reads = []
  let bytes = 0
  for (const person of drivers.slice(0, rounds)) {
    await fill(services, person, today)
    const own = { token: await newSessionTokenOf(services, person), params: { date: today, user_id: person.id } }
    reads.push(
      await used(async () => {
        const { rows } = await invoke(handler, runs.readRun, own)
        if (rows.deliveries.length !== size) throw new Error(`A run of ${rows.deliveries.length}`)
        bytes = gzipSync(JSON.stringify(rows)).length
      }),
    )
    let run: { not_started?: string[]; deliveries: { version: number; status: string }[] } | undefined
    starts.push(
      await used(async () => {
        run = (await start(own)).rows
      }),
    )
    const whole = run?.deliveries.every(({ version, status }) => version === 2 && status === 'in_progress')
    if (!whole || run?.not_started) throw new Error('A start that was not whole, or wrote a delivery twice')
  }
  const all = await used(() => invoke(handler, runs.listRuns, { token, query: { date: today } }))
  const [read] = reads
  const [started] = starts
  const one = median(writes)
  const sixty = median(starts.map(({ ms }) => ms))
  // Subtract the round trips that find out the caller, and the one that records that somebody read the run.
  const beside = (trips = Number.NaN) => trips - base.trips - 1
  return [
    markdownTable(
      ['call', 'p50 ms', 'requests', 'round trips beside caller and event'],
      [
        [`a run of ${size}`, median(reads.map(({ ms }) => ms)).toFixed(1), read?.requests ?? '', beside(read?.trips)],
        [`its start`, sixty.toFixed(1), started?.requests ?? '', '–'],
        [`all ${rounds + 1} runs of the day`, all.ms.toFixed(1), all.requests, beside(all.trips)],
        ['one delivery started alone', one.toFixed(1), '', '–'],
      ],
    ),
    `A start of ${size} takes ${(sixty / one).toFixed(1)} × one write (target: at most ${size}), and writes each delivery once. The answer of a run: ${bytes} bytes (gzip). My Run’s script is a row of the part \`web\`.`,
  ].join('\n\n')
}

/** Creates 60 deliveries of a day that are assigned to a person, and returns their ids. */
async function fill({ table }: BenchApp['services'], person: StoredUser, day: string): Promise<string[]> {
  const keys = keysOf(person.tenant_id)
  const ids: string[] = []
  for (let i = 0; i < size; i++) {
    const delivery = {
      ...plainDelivery(day),
      delivery_date: day,
      time_range: '09:00-12:00',
      status: 'assigned' as const,
      pharmacist_id: person.id,
      pharmacist_name: person.full_name,
    }
    await table.write(put(keys.delivery(delivery.id), delivery))
    ids.push(delivery.id)
  }
  return ids
}
