import * as z from 'zod/mini'
import type * as deliveries from '#shared/api/deliveries.ts'
import type { DeliveryStatus } from '#shared/model/delivery.ts'
import { defaultPageSize } from '#shared/model/fields.ts'
import { utcDate } from '#shared/rules/dates.ts'
import type { StoredDeliveryRow } from '../data/entities.ts'
import type { House } from '../http/house.ts'
import type { Caller, Operation } from '../http/operation.ts'
import { openCursor, sealCursor } from '../security/cursor.ts'
import { mergeStreams } from './merge-streams.ts'
import { type ListQuery, planList, spanOf } from './plan-list.ts'
import { presentRow } from './present-delivery.ts'
import { readPatientDeliveries } from './read-patient-deliveries.ts'

/** A day is shown whole, up to this many. */
const dayLimit = 500

const positionShape = z.object({ after: z.string(), pivot: z.number(), done: z.array(z.number()), today: z.string() })

export const listDeliveries: Operation<typeof deliveries.listDeliveries> = async ({ query, caller }, house) => {
  const { cursor, limit, today: callersToday, ...filters } = query
  const scope = { tenantId: caller.tenant.id, list: 'deliveries', filters }
  const opened = cursor ? positionShape.parse(await openCursor(house.keys, scope, cursor)) : undefined
  // A list that is paged over midnight stays the list that it was.
  const today = opened?.today ?? callersToday ?? utcDate(house.now())
  const request = {
    query,
    today,
    descending: query.view === 'past',
    limit: limit ?? (query.delivery_date ? dayLimit : defaultPageSize),
    position: opened,
  }
  const { items, next } = await readPage(request, caller, house)
  return { items: items.map(presentRow), next: next && (await sealCursor(house.keys, scope, { ...next, today })) }
}

interface ListRequest {
  query: ListQuery
  today: string
  descending: boolean
  limit: number
  position: z.output<typeof positionShape> | undefined
}

function readPage({ query, today, descending, limit, position }: ListRequest, caller: Caller, { table }: House) {
  if (query.patient_id === undefined) {
    const streams = planList(query, caller.keys, today)
    return mergeStreams<StoredDeliveryRow>(table, {
      streams,
      descending,
      limit,
      most: Math.max(limit, Math.min(limit * 2, dayLimit)),
      position,
    })
  }
  const { patient_id, pharmacist_id, status } = query
  const isWanted = (row: StoredDeliveryRow, sortKey: string) => {
    const span = isStatusWanted(row.status, status) && spanOf(row.status, query, today)
    const hasPharmacist = pharmacist_id === undefined || (row.pharmacist_id ?? 'null') === pharmacist_id
    return Boolean(span && sortKey >= span.from && sortKey <= span.to && hasPharmacist)
  }
  return readPatientDeliveries(table, caller.keys, { patient_id, descending, limit, position, isWanted })
}

const isStatusWanted = (status: DeliveryStatus, wanted: readonly DeliveryStatus[] | undefined) =>
  !wanted || wanted.includes(status)
