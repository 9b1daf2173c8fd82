import { randomUUID } from 'node:crypto'
import { keysOf } from '#functions/data/table-keys.ts'
import { update } from '#functions/data/writes.ts'
import { outboxTasks } from '#functions/lambdas/operations/outbox-tasks.ts'
import { sendDueMails } from '#functions/mail/send-due-mails.ts'
import type { Entry } from '#shared/api/contract.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { utcDate } from '#shared/rules/dates.ts'
import { completionData, patientBody } from '#tests/support/builders.ts'
import { type BenchApp, invoke } from './bench-app.ts'
import { countWriteUnits } from './count-write-units.ts'
import type { Extent } from './extents.ts'
import type { Figures } from './figures.ts'
import { type BenchTenant, withTenants } from './grown-tenants.ts'

/** What AWS asks for a million in Virginia, on demand, in dollars of 2026-11-22. A request passes CloudFront, the gateway and Lambda. */
const perMillion = { writeUnits: 0.625, readUnits: 0.125, requests: 1 + 1 + 0.2, mails: 100 }

/** Measures what a thousand deliveries cost at on-demand prices, and the bytes of a list. */
export const measureCosts = ({ sizes: [size] }: Extent): Promise<Figures[]> =>
  withTenants([size], async (bench, signIn) => {
    const [tenant] = await signIn()
    if (!tenant) throw new Error('No tenant')
    return [{ dollars: await dollarsOf(bench, tenant), listBytes: { list: await listBytes(bench, tenant) } }]
  })

/**
 * Creates, assigns, edits, starts and completes a delivery, and sends the emails that its recipient gets about that. Returns the price of
 * a thousand such deliveries.
 */
async function dollarsOf(
  { guarded, services, handler, tableRequests }: BenchApp,
  { tenantId, ...people }: BenchTenant,
) {
  const set = { recipient_notices: 'all' as const, time_zone: zoneAtNoon(services.now()) }
  await services.table.write(update(keysOf(tenantId).tenant, { set }))
  const { token } = people.admin
  const send = async (entry: Entry, id: string, body: object) =>
    Object(
      (
        await invoke(handler, entry, {
          ...{ token, body, params: id ? { id } : {} },
          ...(entry.idempotent && { headers: { 'idempotency-key': randomUUID() } }),
        })
      ).rows,
    )
  const { id: patient_id } = await send(patients.createPatient, '', patientBody)
  const written = countWriteUnits(guarded.table, services.table)
  let mails = 0
  const mailer = { send: async () => void mails++ }
  const worker = { ...guarded, mailer }
  const units = () => written.items + written.transactions + written.indexes
  const cost = { writes: 0, reads: 0, mailWrites: 0, requests: 0 }
  const step = async (entry: Entry, id: string, body: object) => {
    const before = { units: units(), reads: tableRequests.readUnits }
    const answer = await send(entry, id, body)
    cost.requests += 1
    cost.reads += tableRequests.readUnits - before.reads
    cost.writes += units() - before.units
    for (let sent = -1; sent < units(); ) {
      sent = units()
      await sendDueMails(worker, outboxTasks)
      cost.mailWrites += units() - sent
    }
    return answer
  }
  const { id } = await step(deliveries.createDelivery, '', {
    ...{ patient_id, delivery_date: utcDate(services.now()), time_range: '15:00-18:00' },
    rx_information: [{ rx_number: 'RX-100200', copay: 10.1 }],
    sku_information: [{ sku_number: 'SKU-1', quantity: 3, price: 0.2 }],
    delivery_notes: 'Ring twice, please.',
  })
  await step(deliveries.updateDelivery, id, { pharmacist_id: people.driver.id })
  await step(deliveries.updateDelivery, id, { delivery_notes: 'Ring three times.' })
  await step(deliveries.changeStatus, id, { status: 'in_progress' })
  await step(deliveries.completeDelivery, id, completionData)
  const price = (count: number, perMillionOfThem: number) => (1000 * count * perMillionOfThem) / 1e6
  return {
    writes: price(cost.writes, perMillion.writeUnits),
    reads: price(cost.reads, perMillion.readUnits),
    requests: price(cost.requests, perMillion.requests),
    mails: price(mails, perMillion.mails) + price(cost.mailWrites, perMillion.writeUnits),
  }
}

/** Returns a time zone in which it is noon on the same day as in UTC. At night, recipients get no emails. */
function zoneAtNoon(now: Date): string {
  const ahead = 12 - now.getUTCHours()
  // In the names of these time zones the sign is reversed.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** Columns of a list's row that the screen neither shows nor links nor sends back. */
const unseen: ReadonlySet<string> = new Set<keyof DeliveryRow>(['rx_count', 'sku_count'])

/** Compares the bytes of a list's response with those of the same rows reduced to the columns that the screen uses. */
async function listBytes({ handler }: BenchApp, { admin: { token } }: BenchTenant): Promise<number> {
  const { rows } = await invoke(handler, deliveries.listDeliveries, { token, query: { view: 'current', limit: '50' } })
  const seen = JSON.stringify(rows, (name, value) => (unseen.has(name) ? undefined : value))
  return JSON.stringify(rows).length / seen.length
}
