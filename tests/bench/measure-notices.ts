import { randomUUID } from 'node:crypto'
import type { StoredDelivery } from '#functions/data/entities/delivery.ts'
import { dayLowerBound, dayUpperBound } from '#functions/data/entities/delivery.ts'
import { recipientTaskPartitions } from '#functions/data/entities/mail.ts'
import { emptyRun } from '#functions/data/entities/run.ts'
import { runInTenant } from '#functions/data/scope.ts'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'
import { put, remove, update } from '#functions/data/writes.ts'
import { copiedPatientFields } from '#functions/deliveries/delivery-fields.ts'
import type { Services } from '#functions/http/services.ts'
import { mailWrite } from '#functions/mail/outbox.ts'
import {
  newPlanningTask,
  type RecipientNoticeTask,
  type RecipientTask,
  recipientNoticeTaskWrite,
} from '#functions/mail/recipient-tasks.ts'
import { sendDueMails } from '#functions/mail/send-due-mails.ts'
import { recipientTasks } from '#functions/recipients/carry-out-recipient-task.ts'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import { addDays, utcDate } from '#shared/rules/dates.ts'
import { plannedNoticeTime } from '#shared/rules/notices.ts'
import { plainDelivery } from '#tests/support/plain-delivery.ts'
import { plainPatient } from '#tests/support/plain-patient.ts'
import type { BenchApp } from './bench-app.ts'
import type { TableRequestCounts } from './count-table-requests.ts'
import { countWriteUnits } from './count-write-units.ts'
import type { BenchTenant } from './grown-tenants.ts'
import { markdownTable, type Row } from './statistics.ts'

type Bench = Pick<BenchApp, 'guarded' | 'services' | 'tableRequests'>

/** The number of packages in each run whose stops are measured. */
const runSize = 60

/**
 * Measures what the planning of the notices of a day and the stops of a run read, in organisations of each size, and what each
 * message about a delivery reads and writes.
 */
export async function measureNotices(bench: Bench, tenants: readonly BenchTenant[]): Promise<string> {
  const plannings: Row[] = []
  const stops: Row[] = []
  for (const tenant of tenants) {
    const at = await open(bench, tenant)
    plannings.push([tenant.count, ...(await planning(at))])
    for (const isOrdered of [true, false])
      stops.push([tenant.count, isOrdered ? 'ordered' : 'by time slot', ...(await runOf(at, isOrdered))])
    await at.close()
  }
  const [smallest] = tenants
  if (!smallest) throw new Error('No tenant')
  return [
    markdownTable(
      ['deliveries', 'planned for the day', 'items for each', 'read units for each', 'requests for each'],
      plannings,
    ),
    markdownTable(
      [
        'deliveries',
        `run of ${runSize}`,
        'items for each: start',
        'stops 2 – 11',
        'last 10 stops',
        'read units for each: start',
        'stops 2 – 11',
        'last 10 stops',
      ],
      stops,
    ),
    markdownTable(
      ['message', 'items', 'doubled by a transaction', 'index rows', 'write units', 'read units', 'round trips'],
      await costs(bench, smallest),
    ),
    'A message’s own item in the outbox, which the transaction of its cause writes, costs two more units.',
  ].join('\n\n')
}

interface Reads {
  items: number
  units: number
  requests: number
  trips: number
}

type Opened = Awaited<ReturnType<typeof open>>

/** Opens the services with the clock at half past ten today (UTC), in an organisation that sends its recipients all notices. */
async function open({ guarded, services: { table }, tableRequests }: Bench, { tenantId, pharmacistId }: BenchTenant) {
  const today = utcDate(new Date())
  const clock = { now: new Date(`${today}T10:30:00Z`) }
  const services: Services = { ...guarded, now: () => clock.now, mailer: { send: async () => {} } }
  const keys = keysOf(tenantId)
  const choose = (recipient_notices: 'all' | 'off') => table.write(update(keys.tenant, { set: { recipient_notices } }))
  await choose('all')
  const tenant = await table.get(keys.tenant)
  if (!tenant) throw new Error('No organisation')
  const waiting = async () => {
    const pages = await Promise.all(recipientTaskPartitions.map((partition) => table.queryAll(partition, {})))
    return pages.flat().filter((mail): mail is RecipientTask => mail.kind === 'recipient' || mail.kind === 'planning')
  }
  const forget = async () => {
    for (const mail of await waiting()) await table.write(remove(unscopedKeys.mail(mail)))
  }
  await forget()
  let before: TableRequestCounts = { ...tableRequests }
  return {
    /** Returns what was read since the last call of this function. */
    takeReads(): Reads {
      const of = before
      before = { ...tableRequests }
      return {
        items: tableRequests.readItems - of.readItems,
        units: tableRequests.readUnits - of.readUnits,
        requests: tableRequests.requests - of.requests,
        trips: tableRequests.trips - of.trips,
      }
    },
    ...{ table, services, keys, tenant, today, clock, pharmacistId, waiting, forget },
    tell: (mail: RecipientTask) => runInTenant(tenantId, () => recipientTasks[mail.kind](services, mail)),
    async close() {
      await forget()
      await choose('off')
    },
  }
}

/** Plans the notices of tomorrow without sending them. Returns the number of deliveries, and what was read for each of them. */
async function planning({ table, keys, takeReads, tenant, today, clock, waiting, tell, forget }: Opened): Promise<Row> {
  const date = addDays(today, 1)
  const day = { from: dayLowerBound(date), to: dayUpperBound(date) }
  const rows = await Promise.all(
    (['pending', 'unassigned', 'assigned'] as const).map((status) => table.queryAll(keys.ofStatus(status), day)),
  )
  const count = rows.flat().length
  clock.now = plannedNoticeTime(tenant.time_zone, date)
  await table.write(mailWrite(newPlanningTask(tenant, date, clock.now)))
  takeReads()
  for (;;) {
    const task = (await waiting()).find((mail) => mail.kind === 'planning')
    if (task?.kind !== 'planning' || task.date !== date) break
    clock.now = new Date(clock.now.getTime() + 1000)
    await tell(task)
  }
  await forget()
  return [count, ...each(takeReads(), count)]
}

const each = ({ items, units, requests }: Reads, count: number) =>
  [items, units, requests].map((number) => (number / count).toFixed(2))

/**
 * Starts a run and completes its stops one by one. Returns how many items, and then how many read units, the worker read for a stop
 * on average: at the start of the run, at the completion of stops 2 to 11, and at the completion of the last ten.
 */
async function runOf(at: Opened, isOrdered: boolean): Promise<Row> {
  const { table, keys, today, clock, pharmacistId, takeReads } = at
  clock.now = new Date(`${today}T10:30:00Z`)
  const date = addDays(today, isOrdered ? 200 : 201)
  const doors: StoredDelivery[] = []
  for (let i = 0; i < runSize; i++) doors.push(await aDoor(at, date))
  const byId = doors.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const [stops, order] = isOrdered ? [doors, doors.map(({ id }) => id)] : [byId, []]
  const went_out = stops.map(({ id }) => id)
  await table.write(put(keys.run(date, pharmacistId), { ...emptyRun, version: 1, writes: 1, order, went_out }))

  const readsOf = async (cause: 'out' | 'ended', id: string) => {
    await write(at, cause, id)
    takeReads()
    for (let left = await at.waiting(); left.length > 0; left = await at.waiting())
      for (const mail of left) await at.tell(mail)
    return takeReads()
  }
  const started = []
  for (const { id } of stops) started.push(await readsOf('out', id))
  const ended = []
  for (const { id } of stops) {
    await become(at, id, 'delivered')
    ended.push(await readsOf('ended', id))
  }
  for (const { id, patient_id } of doors) await table.write(remove(keys.delivery(id)), remove(keys.patient(patient_id)))
  await table.write(remove(keys.run(date, pharmacistId)))

  const parts = [started, ended.slice(1, 11), ended.slice(-10)]
  const mean = (part: readonly Reads[], of: 'items' | 'units') =>
    (part.reduce((sum, one) => sum + one[of], 0) / part.length).toFixed(1)
  return [...parts.map((part) => mean(part, 'items')), ...parts.map((part) => mean(part, 'units'))]
}

/** Writes a task for the worker, as the transaction of the change that causes a notice does. */
async function write({ table, tenant, clock }: Opened, cause: RecipientNoticeTask['cause'], delivery_id: string) {
  await table.write(
    recipientNoticeTaskWrite({ newId: randomUUID }, { tenant_id: tenant.id, cause, delivery_id }, clock.now),
  )
}

async function become({ table, keys }: Opened, id: string, status: DeliveryStatus) {
  const stored = await table.get(keys.delivery(id))
  if (stored) await table.write(put(keys.delivery(id), { ...stored, status }))
}

async function aDoor(
  { table, keys, today, pharmacistId }: Opened,
  delivery_date: string,
  time_range = '09:00-12:00',
): Promise<StoredDelivery> {
  const patient = {
    ...plainPatient(today),
    email: `${randomUUID()}@example.com`,
    address: `${randomUUID()} Elm Street`,
  }
  const delivery: StoredDelivery = {
    ...{ ...plainDelivery(today), ...copiedPatientFields(patient), patient_id: patient.id, delivery_date },
    ...{ time_range, status: 'in_progress', pharmacist_id: pharmacistId, pharmacist_name: 'A driver' },
  }
  await table.write(put(keys.patient(patient.id), patient), put(keys.delivery(delivery.id), delivery))
  return delivery
}

/** Measures what each message about a delivery costs when the worker sends it. */
async function costs(bench: Bench, tenant: BenchTenant): Promise<Row[]> {
  const at = await open(bench, tenant)
  const date = addDays(at.today, 1)
  const [first, second] = [await aDoor(at, date, '09:00-12:00'), await aDoor(at, date, '12:00-15:00')]
  const written = countWriteUnits(bench.guarded.table, at.table)
  const run = () => sendDueMails(at.services, recipientTasks)
  at.takeReads()
  await run()
  const idle = at.takeReads()

  const rows: Row[] = []
  async function message(name: string, cause: RecipientNoticeTask['cause'], { id }: StoredDelivery) {
    await write(at, cause, id)
    const before = { ...written }
    at.takeReads()
    for (let left = await at.waiting(); left.length > 0; left = await at.waiting()) await run()
    const { units, trips } = at.takeReads()
    const [items, transactions, indexes] = [
      written.items - before.items,
      written.transactions - before.transactions,
      written.indexes - before.indexes,
    ]
    rows.push([
      name,
      items,
      transactions,
      indexes,
      items + transactions + indexes,
      (units - idle.units).toFixed(1),
      trips,
    ])
  }
  for (const { id } of [first, second]) await become(at, id, 'assigned')
  await message('planned', 'planned', second)
  for (const { id } of [first, second]) await become(at, id, 'in_progress')
  await message('out', 'out', second)
  await become(at, first.id, 'delivered')
  await message('delivered, and next at the following stop', 'ended', first)
  await become(at, second.id, 'failed')
  await message('missed', 'ended', second)
  for (const { id, patient_id } of [first, second])
    await at.table.write(remove(at.keys.delivery(id)), remove(at.keys.patient(patient_id)))
  await at.close()
  return rows
}
