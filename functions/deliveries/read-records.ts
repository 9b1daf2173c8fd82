import * as z from 'zod/mini'
import type * as proofs from '#shared/api/proofs.ts'
import type { AskedPrescription, AuditRecord, AuditRequest } from '#shared/model/audit.ts'
import { addDays, dayIn } from '#shared/rules/dates.ts'
import { rxKey } from '#shared/rules/prescriptions.ts'
import type { StoredDelivery } from '../data/entities.ts'
import { monthOf } from '../data/keys.ts'
import { aboutList } from '../data/subjects.ts'
import { batchLimit, justBefore } from '../data/table.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { openCursor, sealCursor } from '../security/cursor.ts'
import { readHistory } from './history.ts'
import { presentProof } from './present-proof.ts'

/** A page ends behind so many characters: a Lambda answers six million at most, and the records of one step can be two. */
const pageLength = 2_000_000
/** How many prescriptions, or deliveries of some days, are looked up at once. */
const stepSize = 20

/** How many of the asked prescriptions are done, or the sort key of the last of some days' deliveries. */
type Position = number | string

/** The proofs of prescriptions in the order asked or, of some days, the newest first. */
export const readRecords: Operation<typeof proofs.readRecords> = async (
  { body, query, caller, activity },
  services,
) => {
  const scope = { tenantId: caller.tenant.id, list: 'records', filters: body }
  const opened = query.cursor && (await openCursor(services.keys, scope, query.cursor))
  let position: Position | undefined = opened ? z.union([z.number(), z.string()]).parse(opened) : undefined
  const items: AuditRecord[] = []
  for (let length = 0; length < pageLength; ) {
    const step: Step = await readStep(body, position, caller, services)
    const records = await recordsOf(step.asked, caller, services)
    items.push(...records)
    length += JSON.stringify(records).length
    position = step.next
    if (position === undefined) break
  }
  const told = body.rx ? { rx: body.rx.map(({ rx_number }) => rx_number) } : { from: body.from, to: body.to }
  await activity.record({ action: 'audit.packet', ...aboutList('delivery'), query: told, count: items.length })
  return { items, next: position === undefined ? undefined : await sealCursor(services.keys, scope, position) }
}

/** One entry of the answer: what it says of itself, and where its deliveries are. */
interface Asked {
  rx_number: string
  date: string | null
  /** Ids, of which some may be of deliveries that are not meant. */
  deliveries: readonly string[]
  /** Whether a row of a delivery is the prescription that is meant. */
  isMeant(delivery: StoredDelivery, row: number): boolean
}

interface Step {
  asked: Asked[]
  next: Position | undefined
}

async function readStep(
  body: AuditRequest,
  position: Position | undefined,
  caller: Caller,
  services: Services,
): Promise<Step> {
  const { rx, from = '', to = '' } = body
  if (!rx) return readDays({ from, to }, position, caller, services)
  const first = Number(position ?? 0)
  const end = first + stepSize
  const asked = await Promise.all(rx.slice(first, end).map((wanted) => findNumber(wanted, caller, services)))
  return { asked, next: end < rx.length ? end : undefined }
}

async function findNumber(wanted: AskedPrescription, { keys, tenant }: Caller, { table }: Services): Promise<Asked> {
  const { rx_number, date = null } = wanted
  const key = rxKey(rx_number)
  const entries = await table.queryAll(keys.rx(key), { startsWith: `${key}#`, consistent: true })
  return {
    ...{ rx_number, date },
    deliveries: entries.map(({ delivery_id }) => delivery_id),
    isMeant: (delivery, row) =>
      numbersOf(delivery, row).some((number) => rxKey(number) === key) &&
      (date === null || datesOf(delivery, row, tenant.time_zone).includes(date)),
  }
}

/** The number of a row, and those that corrections replaced. */
const numbersOf = ({ rx_information, former_rx_numbers = [] }: StoredDelivery, row: number) => [
  ...rx_information.slice(row, row + 1).map(({ rx_number }) => rx_number),
  ...former_rx_numbers.filter((former) => former.row === row).map(({ rx_number }) => rx_number),
]

const dayOf = ({ completed_at }: StoredDelivery, timeZone: string) =>
  completed_at && dayIn(timeZone, new Date(completed_at))

const datesOf = (delivery: StoredDelivery, row: number, timeZone: string) => [
  ...delivery.rx_information.slice(row, row + 1).flatMap(({ fill_date, rx_date }) => [fill_date, rx_date]),
  dayOf(delivery, timeZone),
]

/** The next deliveries of some days, each with all its prescriptions: one month after the other, the latest first. */
async function readDays(
  { from, to }: { from: string; to: string },
  position: Position | undefined,
  caller: Caller,
  services: Services,
): Promise<Step> {
  const month = monthOf(String(position ?? to))
  const bounds = { from, to: position === undefined ? `${to}~` : justBefore(String(position)) }
  const options = { ...bounds, descending: true, limit: stepSize, consistent: true }
  const { items, sortKeys, more } = await services.table.query(caller.keys.delivered(month), options)
  const deliveries = await readDelivered(
    items.map(({ delivery_id }) => delivery_id),
    caller,
    services,
  )
  const days = new Map(items.map(({ delivery_id, day }) => [delivery_id, day]))
  const asked = deliveries.flatMap((delivery) =>
    delivery.rx_information.map(({ rx_number }, row) => ({
      ...{ rx_number, date: days.get(delivery.id) ?? null, deliveries: [delivery.id] },
      isMeant: (_: StoredDelivery, index: number) => index === row,
    })),
  )
  if (more) return { asked, next: sortKeys.at(-1) }
  return { asked, next: month === monthOf(from) ? undefined : `${addDays(`${month}-01`, -1)}~` }
}

/** Those of them that were delivered, in this order. */
async function readDelivered(ids: readonly string[], { keys }: Caller, { table }: Services): Promise<StoredDelivery[]> {
  const batches = Array.from({ length: Math.ceil(ids.length / batchLimit) }, (_, i) =>
    table.getAll(
      ids.slice(i * batchLimit, (i + 1) * batchLimit).map((id) => keys.delivery(id)),
      { consistent: true },
    ),
  )
  return (await Promise.all(batches))
    .flat()
    .flatMap((delivery) => (delivery?.status === 'delivered' && !delivery.deleted_at ? [delivery] : []))
}

const newestFirst = (a: StoredDelivery, b: StoredDelivery) => ((a.completed_at ?? '') < (b.completed_at ?? '') ? 1 : -1)

async function recordsOf(asked: readonly Asked[], caller: Caller, services: Services): Promise<AuditRecord[]> {
  const ids = new Set(asked.flatMap(({ deliveries }) => deliveries))
  const delivered = await readDelivered([...ids], caller, services)
  const histories = new Map(
    await Promise.all(
      delivered.map(async (delivery) => [delivery.id, await readHistory(services.table, caller, delivery)] as const),
    ),
  )
  const recordOf = async ({ rx_number, date, deliveries, isMeant }: Asked): Promise<AuditRecord> => {
    const meant = delivered
      .filter((delivery) => deliveries.includes(delivery.id))
      .filter((delivery) => delivery.rx_information.some((_, row) => isMeant(delivery, row)))
      .toSorted(newestFirst)
    const proofs = meant.map((delivery) =>
      presentProof(delivery, histories.get(delivery.id) ?? [], services.media, (row) => isMeant(delivery, row)),
    )
    const found = meant.length === 0 ? 'none' : meant.length === 1 ? 'one' : 'several'
    return { rx_number, date, found, deliveries: await Promise.all(proofs) }
  }
  return Promise.all(asked.map(recordOf))
}
