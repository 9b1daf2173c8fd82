import * as z from 'zod/mini'
import type * as proofs from '#shared/api/proofs.ts'
import type { AuditRecord } from '#shared/model/audit.ts'
import { lazy } from '#shared/model/lazy.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import { aboutDelivery, aboutList } from '../data/subjects.ts'
import { readDeliveries } from '../deliveries/read-deliveries.ts'
import { wasReceived } from '../deliveries/run-of.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { openCursor, sealCursor } from '../security/cursor.ts'
import {
  findRequestedPrescriptions,
  type PrescriptionSearchStep,
  type RequestedPrescription,
} from './find-prescriptions.ts'
import { presentProof } from './present-proof.ts'
import { type DeliveryRecord, readDeliveryRecord } from './read-record.ts'
import { sealProofs } from './seal-proofs.ts'

/**
 * A page ends once its records have this many characters as JSON. The last record may go beyond the limit. Enough room is left for
 * it, because a Lambda may return six million bytes.
 */
const pageLength = 2_500_000

/**
 * The beginning of a page: the position from which `findRequestedPrescriptions` goes on, and how many of the prescriptions that it
 * finds from there were on the pages before.
 */
const cursorShape = lazy(() => z.object({ at: z.optional(z.union([z.number(), z.string()])), done: z.number() }))
type Cursor = z.output<ReturnType<typeof cursorShape>>

/** Reads the proofs of the requested prescriptions, in the order of the request. For a range of days, the newest come first. */
export const readAuditRecords: Operation<typeof proofs.readAuditRecords> = async (request, services) => {
  const { body, query, caller, activity } = request
  const scope = { tenantId: caller.tenant.id, list: 'records', filters: body, position: cursorShape }
  const items: AuditRecord[] = []
  const shown = new Map<string, StoredDelivery>()
  let length = 0
  const add = (record: AuditRecord) => {
    items.push(record)
    length += JSON.stringify(record).length
    return length < pageLength
  }
  let cursor: Cursor | undefined = query.cursor ? await openCursor(services.keys, scope, query.cursor) : { done: 0 }
  while (cursor && length < pageLength) {
    const step: PrescriptionSearchStep = await findRequestedPrescriptions(body, cursor.at, caller, services)
    cursor = await recordStep(step, cursor.done, { caller, services, add, shown })
  }
  const auditQuery = body.rx ? { rx: body.rx.map(({ rx_number }) => rx_number) } : { from: body.from, to: body.to }
  await activity.record({
    action: 'audit.packet',
    ...aboutList('delivery'),
    query: auditQuery,
    count: items.length,
    mentions: [...shown.values()].map(aboutDelivery),
  })
  return { items, next: cursor && (await sealCursor(services.keys, scope, cursor)) }
}

interface RecordPage {
  caller: Caller
  services: Services
  /** Adds a record and returns whether the page has room for another one. */
  add: (record: AuditRecord) => boolean
  /** The deliveries whose proofs are in the page, by their ids. */
  shown: Map<string, StoredDelivery>
}

/**
 * Adds the records of a step to the page, after skipping the first `done` of them. Returns where to continue: within this step if
 * the page became full before the step's end, otherwise at the next step. Undefined after the last record.
 */
async function recordStep(
  { groups, next }: PrescriptionSearchStep,
  done: number,
  { caller, services, add, shown }: RecordPage,
) {
  const all = groups.flatMap(({ at, prescriptions }) => prescriptions.map((one, i) => ({ at, done: i, one })))
  const left = all.slice(done)
  const ids = new Set(left.flatMap(({ one }) => one.deliveries))
  const known = await readDeliveries([...ids], caller, services.table)
  const delivered = known.filter(({ status }) => status === 'delivered')
  const read = await Promise.all(delivered.map((delivery) => readDeliveryRecord(services.table, caller, delivery)))
  const stored = new Map(read.map(({ delivery }) => [delivery.id, delivery]))
  const found = await Promise.all(left.map(({ one }) => recordOf(one, { read, known }, services)))
  const withSeal = await sealProofs(
    found
      .flatMap(({ deliveries }) => deliveries)
      .map((proof) => ({ proof, rows: stored.get(proof.id)?.rx_information ?? [] })),
    caller,
    services,
  )
  for (const [i, record] of found.entries()) {
    const deliveries = record.deliveries.map(withSeal)
    for (const { id } of deliveries) {
      const delivery = stored.get(id)
      if (delivery) shown.set(id, delivery)
    }
    const following = left[i + 1]
    if (!add({ ...record, deliveries }) && following) return { at: following.at, done: following.done }
  }
  return next === undefined ? undefined : { at: next, done: 0 }
}

/** Makes the record of a prescription from the deliveries in `read` that contain it. */
async function recordOf(
  one: RequestedPrescription,
  { read, known }: { read: readonly DeliveryRecord[]; known: readonly StoredDelivery[] },
  { media }: Services,
): Promise<AuditRecord> {
  const isMeant = (delivery: StoredDelivery) =>
    one.deliveries.includes(delivery.id) && delivery.rx_information.some((_, row) => one.isMeant(delivery, row))
  const matching = read
    .filter(({ delivery }) => isMeant(delivery))
    .toSorted((a, b) => newestFirst(a.delivery, b.delivery))
  const deliveries = await Promise.all(
    matching.map((record) => presentProof(record, media, (row) => one.isMeant(record.delivery, row))),
  )
  const { rx_number, date } = one
  const undelivered = known
    .filter((delivery) => delivery.status !== 'delivered' && isMeant(delivery))
    .map(({ id, status, delivery_date }) => ({ id, status, delivery_date }))
  const received = matching.filter(({ delivery }) => wasReceived(delivery)).length
  return { rx_number, date, found: (['none', 'one'] as const)[received] ?? 'several', deliveries, undelivered }
}

const newestFirst = (a: StoredDelivery, b: StoredDelivery) => ((a.completed_at ?? '') < (b.completed_at ?? '') ? 1 : -1)
