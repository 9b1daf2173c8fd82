import * as z from 'zod/mini'
import type * as activity from '#shared/api/activity.ts'
import type { QueryOf } from '#shared/api/contract.ts'
import { type Action, actions } from '#shared/model/activity.ts'
import { defaultPageSize } from '#shared/model/fields.ts'
import { lazy } from '#shared/model/lazy.ts'
import { addDays, startOfDay } from '#shared/rules/dates.ts'
import type { StoredEvent } from '../data/entities/event.ts'
import { eventsBegin } from '../data/event-life.ts'
import type { Partition } from '../data/key.ts'
import { type MergedPage, mergeStreams, type Position, type Span, type Stream } from '../data/merge-streams.ts'
import { aboutOrganisation } from '../data/subjects.ts'
import type { Table } from '../data/table.ts'
import type { Caller, Operation } from '../http/operation.ts'
import { openCursor, sealCursor } from '../security/cursor.ts'

type Query = QueryOf<typeof activity.listActivity>

const positionShape = lazy(() =>
  z.object({ after: z.string(), pivot: z.number(), done: z.array(z.number()), share: z.optional(z.number()) }),
)

/** What a question costs, by its filters: `functions/decisions/events.md`. */
export const listActivity: Operation<typeof activity.listActivity> = async (request, services) => {
  const { query, caller, activity } = request
  const { cursor, limit = defaultPageSize, ...filters } = query
  const scope = { tenantId: caller.tenant.id, list: 'activity', filters }
  const position = cursor ? positionShape().parse(await openCursor(services.keys, scope, cursor)) : undefined
  const span = spanOf(query, caller.tenant.time_zone, services.now())
  const plan = planActivity(query, caller)
  const isWanted = ({ patient_id }: StoredEvent) => query.patient_id === undefined || patient_id === query.patient_id
  const { items, next } = await readWanted(services.table, { plan, span, limit, position, isWanted })
  await activity.record({
    action: 'activity.listed',
    ...aboutOrganisation(caller.tenant),
    patient_id: items.length > 0 ? (query.patient_id ?? null) : null,
    query: filters,
    count: items.length,
  })
  return { items, next: next && (await sealCursor(services.keys, scope, next)) }
}

/** Of the calendar: no day follows its last one. */
const lastYear = '9999'

/** Events of whole days of the organisation, and none that is too old to be seen. */
function spanOf({ from, to }: Query, timeZone: string, now: Date): Span {
  const start = (date: string) => startOfDay(timeZone, date).toISOString()
  const begin = eventsBegin(now)
  return {
    from: from && from > begin.slice(0, 10) ? start(from) : begin,
    to: to && to < lastYear ? start(addDays(to, 1)) : '~',
  }
}

interface Plan {
  /** The partitions whose merge is the list. */
  partitions: Partition<StoredEvent>[]
  /** Of several actions, in the order of their partitions: which they are, and where their events lie among others. */
  ofActions?: { asked: readonly Action[]; amongAll: Partition<StoredEvent> }
}

/** The partitions of a subject have the events of its patient, and of another one where a delivery was given to another patient. */
function planActivity(
  { subject_id: subject, patient_id: patient, actor_id, action: asked = [] }: Query,
  { tenant, keys }: Pick<Caller, 'tenant' | 'keys'>,
): Plan {
  const actor = actor_id === 'null' ? null : actor_id
  if (subject === tenant.id && patient !== undefined)
    return {
      partitions:
        asked.length === 0 || asked.includes(ofOrganisationAndPatient)
          ? [keys.eventsBy({ patient, actor, action: ofOrganisationAndPatient })]
          : [],
    }
  const filters = { ...(subject === undefined ? { patient } : { subject }), actor }
  const byLikelihood = [...new Set(asked)].sort((a, b) => likelihood(b) - likelihood(a))
  const [action, ...others] = byLikelihood
  if (others.length === 0) return { partitions: [keys.eventsBy({ ...filters, action })] }
  return {
    partitions: byLikelihood.map((one) => keys.eventsBy({ ...filters, action: one })),
    // A subject has few events: whatever is asked for first, little is read for nothing.
    ...(subject === undefined && { ofActions: { asked: byLikelihood, amongAll: keys.eventsBy(filters) } }),
  }
}

/** Whatever else is told of the organisation itself concerns no patient. */
const ofOrganisationAndPatient: Action = 'activity.listed'

/** Looks are many more than changes: a merge that is led by them reads the least. */
const likelihood = (action: Action) => ('isLook' in actions[action] ? 1 : 0)

interface Wanted {
  plan: Plan
  span: Span
  limit: number
  position: Shared<Position> | undefined
  isWanted: (event: StoredEvent) => boolean
}

/** A position, and the share of a page that the stream has which leads the merge. */
type Shared<P> = P & { share?: number | undefined }

/** The part of a page for whose rest nothing more is asked. */
const fullEnough = 0.75

/** Events from which is guessed what the rest of a first page will be, where a wrong guess would cost more than they do. */
const sampled = 2
const worthASample = { actions: 5, limit: 20 }

/** Where a first page begins, led by what the newest events are: as a rule, what was done last is done most. */
async function beginningOf(
  table: Table,
  { plan: { partitions, ofActions }, span, limit }: Wanted,
): Promise<Shared<Position>> {
  const begin = { after: span.to, pivot: 0, done: [], share: Math.min(1, 2 / partitions.length) }
  if (!ofActions || partitions.length < worthASample.actions || limit < worthASample.limit) return begin
  const { items } = await table.query(ofActions.amongAll, { ...span, descending: true, limit: sampled })
  const newest = items.map(({ action }) => ofActions.asked.indexOf(action)).filter((place) => place >= 0)
  const [pivot] = newest
  if (pivot === undefined) return begin
  return { ...begin, pivot, share: newest.filter((place) => place === pivot).length / sampled }
}

/**
 * The next page: about as many events as are asked for, and twice as many at most. The stream that leads the merge is read for its share of
 * them alone: what it had in the page before, or in the newest events.
 */
async function readWanted(table: Table, wanted: Wanted) {
  const { plan, span, limit, position, isWanted } = wanted
  const streams: Stream<StoredEvent>[] = plan.partitions.map((partition) => ({ partition, ...span }))
  const items: StoredEvent[] = []
  const begin = position ?? (await beginningOf(table, wanted))
  let share = begin.share ?? 1
  for (let next: Position | undefined = begin; ; ) {
    const page: MergedPage<StoredEvent> = await mergeStreams(table, {
      streams,
      descending: true,
      limit: limit - items.length,
      lead: Math.ceil((limit - items.length) * share),
      most: limit * 2 - items.length,
      position: next,
    })
    items.push(...page.items.filter(isWanted))
    next = page.next
    if (streams.length > 1) share = shareOfMostFrequent(page.items)
    if (!next || items.length >= limit * fullEnough) return { items, next: next && { ...next, share } }
  }
}

function shareOfMostFrequent(events: readonly StoredEvent[]): number {
  const counts = [...Map.groupBy(events, ({ action }) => action).values()].map(({ length }) => length)
  return Math.max(...counts) / events.length
}
