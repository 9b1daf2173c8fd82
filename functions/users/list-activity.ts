import * as z from 'zod/mini'
import type * as activity from '#shared/api/activity.ts'
import { lazy, type QueryOf } from '#shared/api/contract.ts'
import { type Action, actions } from '#shared/model/activity.ts'
import { defaultPageSize } from '#shared/model/fields.ts'
import { addDays, startOfDay } from '#shared/rules/dates.ts'
import type { StoredEvent } from '../data/entities.ts'
import { eventsBegin } from '../data/event-life.ts'
import type { Partition, TenantKeys } from '../data/keys.ts'
import { mergeStreams, type Position, type Span } from '../data/merge-streams.ts'
import { aboutOrganisation } from '../data/subjects.ts'
import { justBefore, type Table } from '../data/table.ts'
import type { Operation } from '../http/operation.ts'
import { openCursor, sealCursor } from '../security/cursor.ts'

type Query = QueryOf<typeof activity.listActivity>

const positionShape = lazy(() => z.object({ after: z.string(), pivot: z.number(), done: z.array(z.number()) }))

/** What a question costs, by its filters: `functions/decisions/events.md`. */
export const listActivity: Operation<typeof activity.listActivity> = async (request, services) => {
  const { query, caller, activity } = request
  const { cursor, limit = defaultPageSize, ...filters } = query
  const scope = { tenantId: caller.tenant.id, list: 'activity', filters }
  const position = cursor ? positionShape().parse(await openCursor(services.keys, scope, cursor)) : undefined
  const span = spanOf(query, caller.tenant.time_zone, services.now())
  const { partitions, isWanted } = planActivity(query, caller.keys)
  const { items, next } = isWanted
    ? await readWanted(services.table, { partition: partitions[0], span, limit, position, isWanted })
    : await mergeStreams(services.table, {
        streams: partitions.map((partition) => ({ partition, ...span })),
        descending: true,
        limit,
        most: limit * 2,
        position,
      })
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
  partitions: [Partition<StoredEvent>, ...Partition<StoredEvent>[]]
  /** Where the partition holds more than what is asked for: which of its events are. */
  isWanted?: (event: StoredEvent) => boolean
}

/** The partitions whose merge is the list. */
function planActivity({ subject_id, patient_id, actor_id, action = [] }: Query, keys: TenantKeys): Plan {
  const actor = actor_id === 'null' ? null : actor_id
  const wanted = new Set<Action>(action)
  const isWanted = (event: StoredEvent) =>
    (patient_id === undefined || event.patient_id === patient_id) &&
    (actor === undefined || event.actor.id === actor) &&
    (wanted.size === 0 || wanted.has(event.action))
  const [first, ...others] = action.toSorted((a, b) => likelihood(b) - likelihood(a))
  const narrows = actor !== undefined || first !== undefined
  if (subject_id !== undefined) {
    const partition = keys.eventsOfSubject(subject_id)
    return narrows || patient_id !== undefined ? { partitions: [partition], isWanted } : { partitions: [partition] }
  }
  if (patient_id !== undefined) {
    const partition = keys.eventsOfPatient(patient_id)
    return narrows ? { partitions: [partition], isWanted } : { partitions: [partition] }
  }
  if (first === undefined) return { partitions: [actor === undefined ? keys.allEvents : keys.eventsOfActor(actor)] }
  const ofAction =
    actor === undefined ? keys.eventsOfAction : (one: typeof first) => keys.eventsOfActorAndAction(actor, one)
  return { partitions: [ofAction(first), ...others.map(ofAction)] }
}

/** Looks are many more than changes: a merge that is led by them reads the least. */
const likelihood = (action: Action) => ('isLook' in actions[action] ? 1 : 0)

/** Events that one query reads at most while it looks for those that are wanted. */
const longestRun = 1000

interface Search extends Required<Pick<Plan, 'isWanted'>> {
  partition: Partition<StoredEvent>
  span: Span
  limit: number
  position: Position | undefined
}

/** A page of what is wanted of one partition, the rest of which is read and left out. */
async function readWanted(table: Table, { partition, span, limit, position, isWanted }: Search) {
  const found: { event: StoredEvent; sortKey: string }[] = []
  let to = position ? justBefore(position.after) : span.to
  // Most of what `Who looked` reads is wanted; the longer a search goes on, the more it takes at once.
  let run = (limit + 1) * 2
  for (let more = true; more && found.length <= limit && to >= span.from; ) {
    const page = await table.query(partition, { from: span.from, to, descending: true, limit: run })
    for (const [i, event] of page.items.entries())
      if (isWanted(event)) found.push({ event, sortKey: page.sortKeys[i] ?? '' })
    const last = page.sortKeys.at(-1)
    more = page.more && last !== undefined
    if (last !== undefined) to = justBefore(last)
    run = Math.min(run * 2, longestRun)
  }
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map(({ event }) => event),
    next: last && { after: last.sortKey, pivot: 0, done: [] },
  }
}
