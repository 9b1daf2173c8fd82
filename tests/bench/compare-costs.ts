import { randomUUID } from 'node:crypto'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { completionData, patientBody } from '#tests/support/builders.ts'
import { type BenchApp, invoke } from './bench-app.ts'
import { countWriteUnits, type WriteUnits } from './count-write-units.ts'
import type { BenchTenant } from './grown-tenants.ts'
import { markdownTable, type Row } from './statistics.ts'

type Bench = Pick<BenchApp, 'guarded' | 'services' | 'handler'>

const total = ({ items, transactions, indexes }: WriteUnits) => items + transactions + indexes

/** Measures the write units of a delivery's life, step by step, and compares them with one unit for each step. */
export async function compareDeliveryLifeUnits(
  { guarded, services, handler }: Bench,
  tenant: BenchTenant,
): Promise<string> {
  const { token, pharmacistId } = tenant
  const send = async (entry: Parameters<typeof invoke>[1], id: string, body: object, headers = {}) =>
    Object((await invoke(handler, entry, { token, params: id ? { id } : {}, body, headers })).rows)
  const once = () => ({ 'idempotency-key': randomUUID() })

  const patient = await send(patients.createPatient, '', { ...patientBody, name: 'Lina Life' })
  const written = countWriteUnits(guarded.table, services.table)
  const rows: Row[] = []
  let sum = 0
  async function step(name: string, write: () => Promise<unknown>) {
    const before = { ...written }
    await write()
    const cost = {
      items: written.items - before.items,
      transactions: written.transactions - before.transactions,
      indexes: written.indexes - before.indexes,
    }
    rows.push([name, cost.items, cost.transactions, cost.indexes, total(cost)])
    sum += total(cost)
  }

  let id = ''
  const body = {
    delivery_date: services.now().toISOString().slice(0, 10),
    time_range: '09:00-12:00',
    patient_id: patient.id,
    rx_information: [{ rx_number: 'RX-100200', copay: 10.1 }],
    sku_information: [{ sku_number: 'SKU-1', quantity: 3, price: 0.2 }],
    delivery_notes: 'Ring twice, please.',
  }
  await step('create', async () => {
    ;({ id } = await send(deliveries.createDelivery, '', body, once()))
  })
  await step('assign', () => send(deliveries.updateDelivery, id, { pharmacist_id: pharmacistId }))
  await step('note', () => send(deliveries.updateDelivery, id, { delivery_notes: 'Ring three times.' }))
  await step('start', () => send(deliveries.changeStatus, id, { status: 'in_progress' }))
  await step('complete', () => send(deliveries.completeDelivery, id, completionData, once()))
  const least = rows.length
  const [items, transactions, indexes] = [written.items, written.transactions, written.indexes]
  const ratio = (units: number) => (units / least).toFixed(1)
  return [
    markdownTable(
      ['step', 'items', 'doubled by a transaction', 'index rows', 'write units'],
      [...rows, ['all', items, transactions, indexes, sum]],
    ),
    `Over one unit for each step: ${ratio(sum)}; without what transactions double ${ratio(items + indexes)}. By arithmetic from every item's two images and the indexes' columns.`,
  ].join('\n\n')
}

/** Columns of a list's row that the screen neither shows nor links nor sends back. */
const unseen: ReadonlySet<string> = new Set<keyof DeliveryRow>(['rx_count', 'sku_count'])

/** Compares the bytes of a list's response with those of the same rows reduced to the columns that the screen uses. */
export async function compareListBytes({ handler }: Bench, { token }: BenchTenant): Promise<string> {
  const { rows } = await invoke(handler, deliveries.listDeliveries, { token, query: { view: 'current', limit: '50' } })
  const seen = JSON.stringify(rows, (name, value) => (unseen.has(name) ? undefined : value))
  const all = JSON.stringify(rows)
  return markdownTable(
    ['rows', 'bytes', 'bytes of what the screen uses', 'ratio'],
    [[Array.isArray(rows) ? rows.length : 0, all.length, seen.length, (all.length / seen.length).toFixed(2)]],
  )
}
