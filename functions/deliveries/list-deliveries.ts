import * as z from 'zod/mini'
import { lazy } from '#shared/api/contract.ts'
import type * as deliveries from '#shared/api/deliveries.ts'
import { defaultPageSize } from '#shared/model/fields.ts'
import { mergeStreams } from '../data/merge-streams.ts'
import { aboutList } from '../data/subjects.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { openCursor, sealCursor } from '../security/cursor.ts'
import { daySpan, type ListQuery, planList } from './plan-list.ts'
import { presentRow } from './present-delivery.ts'
import { readPatientDeliveries } from './read-patient-deliveries.ts'
import { todayOf } from './today.ts'

/** A day is shown whole, up to this many. */
const dayLimit = 500

const positionShape = lazy(() =>
  z.object({ after: z.string(), pivot: z.number(), done: z.array(z.number()), today: z.string() }),
)

export const listDeliveries: Operation<typeof deliveries.listDeliveries> = async (
  { query, caller, activity },
  services,
) => {
  const { cursor, limit, today: callersToday, ...filters } = query
  const scope = { tenantId: caller.tenant.id, list: 'deliveries', filters }
  const opened = cursor ? positionShape().parse(await openCursor(services.keys, scope, cursor)) : undefined
  // A list that is paged over midnight stays the list that it was.
  const today = opened?.today ?? callersToday ?? todayOf(caller, services)
  const request = {
    query,
    today,
    descending: query.view === 'past',
    limit: limit ?? (query.delivery_date ? dayLimit : defaultPageSize),
    position: opened,
  }
  const { items, next } = await readPage(request, caller, services)
  const about = aboutList('delivery', query.patient_id)
  await activity.record({ action: 'delivery.listed', ...about, query: { ...filters, today }, count: items.length })
  return { items: items.map(presentRow), next: next && (await sealCursor(services.keys, scope, { ...next, today })) }
}

interface ListRequest {
  query: ListQuery
  today: string
  descending: boolean
  limit: number
  position: z.output<ReturnType<typeof positionShape>> | undefined
}

function readPage({ query, today, descending, limit, position }: ListRequest, caller: Caller, { table }: Services) {
  if (query.patient_id === undefined) {
    const streams = planList(query, caller.keys, today)
    return mergeStreams(table, {
      streams,
      descending,
      limit,
      most: Math.max(limit, Math.min(limit * 2, dayLimit)),
      position,
    })
  }
  const { patient_id, delivery_date } = query
  return readPatientDeliveries(table, caller.keys, { patient_id, span: daySpan(delivery_date), limit, position })
}
