import type { Entry } from '#shared/api/contract.ts'
import * as counter from '#shared/api/counter.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as runs from '#shared/api/runs.ts'
import { utcDate } from '#shared/rules/dates.ts'
import { type BenchApp, eventOf, invoke } from './bench-app.ts'
import { countWrites } from './count-writes.ts'
import type { BenchTenant } from './grown-tenants.ts'
import { markdownTable, type Row } from './statistics.ts'

type Bench = Pick<BenchApp, 'guarded' | 'services' | 'handler' | 'asked'>

interface Poll {
  screen: string
  entry: Entry
  params?: Record<string, string>
  query?: Record<string, string>
}

/** A delivery of today that is with the tenant's second person, among the first thousand. */
const watched = 253

/** What each live screen asks again and again: at first, when nothing has changed since, and when one of its rows has. */
export async function comparePolls(bench: Bench, tenant: BenchTenant): Promise<string> {
  const { services, handler, asked } = bench
  const { token, pharmacistId, deliveryId, aDelivery } = tenant
  const id = deliveryId(watched)
  const today = utcDate(services.now())
  const change = (status: 'assigned' | 'failed') => services.table.write(aDelivery(watched, status))
  await change('assigned')
  const { rows: delivery } = await invoke(handler, deliveries.readDelivery, { token, params: { id } })
  const polls: Poll[] = [
    { screen: 'deliveries', entry: deliveries.listDeliveries, query: { view: 'current' } },
    { screen: 'deliveries of a day', entry: deliveries.listDeliveries, query: { delivery_date: today } },
    { screen: 'attention', entry: deliveries.listDeliveries, query: { view: 'attention' } },
    { screen: 'a delivery', entry: deliveries.readDelivery, params: { id } },
    {
      screen: 'a patient',
      entry: deliveries.listDeliveries,
      query: { patient_id: delivery.patient_id, view: 'upcoming', limit: '20' },
    },
    { screen: 'the day', entry: counter.readDay },
    { screen: 'runs', entry: runs.listRuns, query: { date: today } },
    { screen: 'a run', entry: runs.readRun, params: { date: today, user_id: pharmacistId } },
  ]
  const written = countWrites(bench.guarded.table, services.table)
  const writtenUnits = () => written.items + written.transactions + written.indexes

  async function ask({ entry, params = {}, query = {} }: Omit<Poll, 'screen'>, etag = '') {
    const before = { read: asked.units - written.items - written.transactions, written: writtenUnits() }
    const headers = { 'accept-encoding': 'gzip', ...(etag && { 'if-none-match': etag }) }
    const answer = await handler(eventOf(entry, { token, params, query, headers }))
    const body = Buffer.from(answer.body ?? '', answer.isBase64Encoded ? 'base64' : 'utf8')
    return {
      status: answer.statusCode,
      etag: String(answer.headers?.etag ?? ''),
      bytes: body.length,
      read: asked.units - written.items - written.transactions - before.read,
      written: writtenUnits() - before.written,
    }
  }
  const cells = ({ bytes, ...units }: Awaited<ReturnType<typeof ask>>) => [bytes, units.read.toFixed(1), units.written]

  const base = await ask({ entry: deliveries.listTimeRanges })
  const rows: Row[] = []
  for (const { screen, ...poll } of polls) {
    await change('assigned')
    const first = await ask(poll)
    const same = await ask(poll, first.etag)
    if (same.status !== 304) throw new Error(`${screen}: a poll that finds nothing new answered ${same.status}`)
    await change('failed')
    const changed = await ask(poll, first.etag)
    if (changed.status !== 200) throw new Error(`${screen}: a poll that finds a change answered ${changed.status}`)
    rows.push([screen, ...cells(first), ...cells(same), ...cells(changed)])
  }
  await services.table.write(aDelivery(watched))
  const head = (what: string) => [`${what}: bytes (gzip)`, 'read units', 'write units']
  return [
    markdownTable(['screen', ...head('first'), ...head('nothing new'), ...head('one row changed')], rows),
    `Of these, ${base.read.toFixed(1)} read units know the caller. What is written is the event of the look. A tenant of ${tenant.count.toLocaleString('en-US')} deliveries, with 250 today.`,
  ].join('\n\n')
}
