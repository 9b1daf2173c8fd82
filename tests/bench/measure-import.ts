import { randomUUID } from 'node:crypto'
import * as imports from '#shared/api/imports.ts'
import { importRowsLimit } from '#shared/model/import.ts'
import { addDays } from '#shared/rules/dates.ts'
import { patientBody } from '#tests/support/builders.ts'
import { type BenchApp, invoke } from './bench-app.ts'
import { countWriteUnits } from './count-write-units.ts'
import type { BenchTenant } from './grown-tenants.ts'
import { markdownTable } from './statistics.ts'

/** Measures the time that an import takes for each row of a short and of a long file, and the write units of single rows. */
export async function measureImport(
  { guarded, services, handler }: Pick<BenchApp, 'guarded' | 'services' | 'handler'>,
  { token }: BenchTenant,
): Promise<string> {
  const delivery_date = addDays(services.now().toISOString().slice(0, 10), 2)
  const rowOf = (name: string) => ({
    ...{ external_id: name, delivery_date, time_range: '09:00-12:00' },
    rx_information: [{ rx_number: name.slice(0, 8), copay: 10.1 }],
    patient: {
      ...patientBody,
      name,
      external_id: '',
      phone: `555${String(Number.parseInt(name.slice(0, 6), 16)).padStart(8, '0')}`,
    },
  })
  const send = (rows: readonly object[]) =>
    invoke(handler, imports.importDeliveries, {
      token,
      body: { rows },
      headers: { 'idempotency-key': randomUUID() },
    })

  const speeds = []
  for (const count of [1000, 10_000]) {
    const rows = Array.from({ length: count }, () => rowOf(randomUUID()))
    for (const pass of ['added', 'unchanged']) {
      const started = performance.now()
      for (let at = 0; at < count; at += importRowsLimit) await send(rows.slice(at, at + importRowsLimit))
      const ms = performance.now() - started
      speeds.push([count, pass, (ms / 1000).toFixed(1), (ms / count).toFixed(2), megabytes(process.memoryUsage().rss)])
    }
  }

  const written = countWriteUnits(guarded.table, services.table)
  const row = rowOf(randomUUID())
  const kinds: [string, object][] = [
    ['a delivery with a patient whom nobody knows', row],
    ['the same again', row],
    ['a delivery of that patient', { ...row, external_id: randomUUID() }],
    ['other notes for it', { ...row, delivery_notes: 'Ring twice, please.' }],
  ]
  const costs = []
  for (const [kind, body] of kinds) {
    const before = { ...written }
    await send([body])
    const [items, transactions, indexes] = [
      written.items - before.items,
      written.transactions - before.transactions,
      written.indexes - before.indexes,
    ]
    costs.push([kind, items, transactions, indexes, items + transactions + indexes])
  }
  return [
    markdownTable(['rows', 'what becomes of them', 'seconds', 'ms for each', 'memory, MB'], speeds),
    markdownTable(['row', 'items', 'doubled by a transaction', 'index rows', 'write units'], costs),
    'A call of one row has the record of its answer among the items; in a call of a hundred, each row has one, and the call one more.',
  ].join('\n\n')
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0)
