import { gzipSync } from 'node:zlib'
import { addDays, utcDate } from '#shared/rules/dates.ts'
import { eventDayBounds } from '../data/entities/event.ts'
import { organisationEntryPartition } from '../data/entities/organisation-entry.ts'
import { runInTenant, runOutsideTenants } from '../data/scope.ts'
import type { Table } from '../data/table.ts'
import { keysOf } from '../data/table-keys.ts'
import type { Services } from '../http/services.ts'
import type { EventCopies } from './event-copies.ts'

/** How many past days each run covers. It is more than one, because earlier runs may have failed. */
const daysBack = 7

/** The number of organisations whose events are copied at the same time. */
const atOnce = 8

interface Copying extends Pick<Services, 'table' | 'log' | 'now'> {
  copies: EventCopies
}

/**
 * Copies the events of the last `daysBack` days: one copy for each day and organisation that has none yet. Each copy is one
 * compressed object with lines of JSON in the order of time. If an organisation fails, the others are still copied, and the run
 * then ends with an error, so that it is retried and the alarm is raised.
 */
export async function copyEvents(copying: Copying): Promise<void> {
  const { table, copies, log, now } = copying
  const tenantIds = (await runOutsideTenants(() => table.queryAll(organisationEntryPartition))).map(
    ({ tenant_id }) => tenant_id,
  )
  const today = utcDate(now())
  let [events, failed] = [0, 0]

  async function copy(day: string, tenantId: string) {
    try {
      events += await runInTenant(tenantId, () => copyDay(copying, day, tenantId))
    } catch (error) {
      failed++
      log.error('events not copied', { tenant_id: tenantId, day, error: error instanceof Error ? error.name : '' })
    }
  }

  for (let back = daysBack; back > 0; back--) {
    const day = addDays(today, -back)
    const copied = await copies.tenantsOf(day)
    const missing = tenantIds.filter((id) => !copied.has(id))
    for (let i = 0; i < missing.length; i += atOnce)
      await Promise.all(missing.slice(i, i + atOnce).map((tenantId) => copy(day, tenantId)))
  }
  log.info('events copied', { events, failed })
  if (failed > 0) throw new Error(`${failed} copies are missing`)
}

/** Copies one organisation's events of a day, and returns their number. A day without events gets no object. */
async function copyDay({ table, copies }: Copying, day: string, tenantId: string): Promise<number> {
  const { events, bytes } = await readDay(table, day, tenantId)
  if (events > 0) await copies.keep(day, tenantId, bytes)
  return events
}

/**
 * Reads and compresses an organisation's events of a day. Each page is compressed on its own, so that memory holds only one
 * uncompressed page at a time. A gzip file may consist of several such parts.
 */
async function readDay(table: Table, day: string, tenantId: string) {
  const parts: Uint8Array[] = []
  let events = 0
  for await (const page of table.queryPages(keysOf(tenantId).allEvents, eventDayBounds(day))) {
    events += page.length
    parts.push(gzipSync(page.map((event) => `${JSON.stringify(event)}\n`).join('')))
  }
  return { events, bytes: Buffer.concat(parts) }
}
