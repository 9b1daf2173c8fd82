import * as z from 'zod/mini'
import type { QueryOf } from '#shared/api/contract.ts'
import type * as deliveries from '#shared/api/deliveries.ts'
import { defaultPageSize } from '#shared/model/fields.ts'
import { lazy } from '#shared/model/lazy.ts'
import { isOpenStatus } from '#shared/rules/transitions.ts'
import { dayLowerBound, type StoredDeliveryRow } from '../data/entities/delivery.ts'
import { mergeStreams } from '../data/merge-streams.ts'
import { aboutList } from '../data/subjects.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { findCurrentPatient } from '../patients/current-patient.ts'
import { readPatientDeliveries } from '../patients/read-patient-deliveries.ts'
import { openCursor, sealCursor } from '../security/cursor.ts'
import { managesDeliveries, maySeeAllDeliveries, maySeeDelivery, throwManagersOnly } from './delivery-access.ts'
import { allDaysSpan, daySpan, deliveryListStreams } from './plan-list.ts'
import { deliveryRowPresenter } from './present-delivery.ts'
import { readAttentionList } from './read-attention.ts'
import { localDateTimeOf, todayOf } from './today.ts'

/** The most deliveries in one page of a list, and the default for a day's list and for the attention list. */
export const deliveryListPageLimit = 500

const positionShape = lazy(() =>
  z.object({ after: z.string(), pivot: z.number(), done: z.array(z.number()), today: z.string() }),
)

const attentionPosition = lazy(() => z.object({ after: z.string(), today: z.string(), clock: z.string() }))

export const listDeliveries: Operation<typeof deliveries.listDeliveries> = async (request, services) => {
  const { caller, activity } = request
  if (request.query.view === 'attention') return listAttention(request, services)
  const query = maySeeAllDeliveries(caller) ? request.query : ownOnly(request.query, caller)
  if (!query) {
    await activity.record({ action: 'delivery.listed', ...aboutList('delivery'), query: request.query, count: 0 })
    return { items: [] }
  }
  const { cursor, limit, today: callersToday, ...filters } = query
  const scope = { tenantId: caller.tenant.id, list: 'deliveries', filters, position: positionShape }
  const opened = cursor ? await openCursor(services.keys, scope, cursor) : undefined
  // All pages of a list take the day of the first page as today, even after midnight.
  const today = opened?.today ?? callersToday ?? todayOf(caller, services)
  const page = {
    query,
    today,
    limit: limit ?? (query.delivery_date ? deliveryListPageLimit : defaultPageSize),
    position: opened,
  }
  const { items, next } = await readPage(page, caller, services)
  const about = aboutList('delivery', query.patient_id, query.patient_id && items[0]?.patient_name)
  await activity.record({ action: 'delivery.listed', ...about, query: { ...filters, today }, count: items.length })
  return {
    items: items.map(deliveryRowPresenter(caller, services)),
    next: next && (await sealCursor(services.keys, scope, { ...next, today })),
  }
}

type DeliveryQuery = QueryOf<typeof deliveries.listDeliveries>

/**
 * Narrows a query to the caller's own deliveries, for a caller who may not see others. Leaves a query for one patient as it is,
 * because `readPage` tests each of that patient's deliveries. Returns undefined if the query asks for another person's deliveries
 * or for unassigned ones.
 */
function ownOnly(query: DeliveryQuery, { user }: Caller): DeliveryQuery | undefined {
  if (query.patient_id !== undefined) return query
  return [undefined, user.id].includes(query.pharmacist_id) ? { ...query, pharmacist_id: user.id } : undefined
}

const listAttention: Operation<typeof deliveries.listDeliveries> = async ({ query, caller, activity }, services) => {
  if (!managesDeliveries(caller)) throwManagersOnly()
  const { cursor, limit = deliveryListPageLimit, today: callersToday, ...filters } = query
  const scope = { tenantId: caller.tenant.id, list: 'attention', filters, position: attentionPosition }
  const opened = cursor ? await openCursor(services.keys, scope, cursor) : undefined
  const today = opened?.today ?? callersToday ?? todayOf(caller, services)
  // All pages use the first page's clock to decide which deliveries are late. Otherwise their order could change between pages.
  const clock = opened?.clock ?? localDateTimeOf(caller, services)
  const { rows: items, next } = await readAttentionList(services.table, {
    caller,
    streams: deliveryListStreams({ ...query, view: 'attention' }, caller.keys, today),
    moment: { today, clock },
    present: deliveryRowPresenter(caller, services),
    limit,
    after: opened?.after,
  })
  const shown = { query: { ...filters, today }, count: items.length }
  await activity.record({ action: 'delivery.listed', ...aboutList('delivery'), ...shown })
  return { items, next: next && (await sealCursor(services.keys, scope, { after: next, today, clock })) }
}

interface ListRequest {
  query: DeliveryQuery
  today: string
  limit: number
  position: z.output<ReturnType<typeof positionShape>> | undefined
}

function readPage({ query, today, limit, position }: ListRequest, caller: Caller, { table }: Services) {
  const { keys } = caller
  const { patient_id, delivery_date, view } = query
  if (view === 'upcoming' || view === 'earlier' || patient_id !== undefined)
    return readOfCurrentPatient(table, keys, {
      patient_id: patient_id ?? '',
      span: daySpan(delivery_date),
      ...(view === 'upcoming' && upcoming(today)),
      ...(view === 'earlier' && earlier(today)),
      isKnown: (row) => maySeeDelivery(caller, row),
      limit,
      position,
    })
  return mergeStreams(table, {
    streams: deliveryListStreams({ ...query, view }, keys, today),
    descending: view === 'past',
    limit,
    most: Math.max(limit, Math.min(limit * 2, deliveryListPageLimit)),
    position,
  })
}

/** Reads the deliveries of a patient or, if there are none because the patient was merged, those of the patient that stayed. */
async function readOfCurrentPatient(...[table, keys, list]: Parameters<typeof readPatientDeliveries>) {
  const page = await readPatientDeliveries(table, keys, list)
  if (page.items.length > 0) return page
  const current = await findCurrentPatient(table, keys, list.patient_id)
  if (!current || current.id === list.patient_id) return page
  return readPatientDeliveries(table, keys, { ...list, patient_id: current.id })
}

const isUpcoming = ({ status, delivery_date }: StoredDeliveryRow, today: string) =>
  isOpenStatus(status) && delivery_date >= today

/** Returns the options that list a patient's open deliveries of today and later days. */
const upcoming = (today: string) => ({
  span: { ...allDaysSpan, from: dayLowerBound(today) },
  isShown: (row: StoredDeliveryRow) => isUpcoming(row, today),
})

/** Returns the options that list all deliveries of a patient that `upcoming` leaves out, latest first. */
const earlier = (today: string) => ({
  descending: true,
  isShown: (row: StoredDeliveryRow) => !isUpcoming(row, today),
})
