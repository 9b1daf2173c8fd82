import * as z from 'zod/mini'
import type * as activity from '#shared/api/activity.ts'
import type { QueryOf } from '#shared/api/contract.ts'
import { isLookAction } from '#shared/model/activity.ts'
import { defaultPageSize } from '#shared/model/fields.ts'
import { lazy } from '#shared/model/lazy.ts'
import { addDays, startOfDay } from '#shared/rules/dates.ts'
import type { StoredEvent } from '../data/entities/event.ts'
import { earliestShownInstant } from '../data/event-life.ts'
import type { Partition } from '../data/key.ts'
import { sortKeyBefore } from '../data/sort-keys.ts'
import { aboutOrganisation } from '../data/subjects.ts'
import type { Table } from '../data/table.ts'
import type { TenantKeys } from '../data/table-keys.ts'
import type { Operation } from '../http/operation.ts'
import { openCursor, sealCursor } from '../security/cursor.ts'

type Query = QueryOf<typeof activity.listActivity>

/** The most events that one request reads. */
const readLimit = 1000

/** How many events are read at a time if filters apply to them. */
const batch = 250

/**
 * The sort key up to which the previous page has searched. The next page continues before it, because the newest events come first.
 */
const position = lazy(() => z.string())

/**
 * Lists events of the activity log, newest first. `functions/decisions/events.md` explains what a query costs, depending on its
 * filters.
 */
export const listActivity: Operation<typeof activity.listActivity> = async (request, services) => {
  const { query, caller, activity } = request
  const { cursor, limit = defaultPageSize, ...filters } = query
  const scope = { tenantId: caller.tenant.id, list: 'activity', filters, position }
  const after = cursor && (await openCursor(services.keys, scope, cursor))
  const { from, to } = spanOf(query, caller.tenant.time_zone, services.now())
  const { items, last } = await readMatching(services.table, {
    ...planOf(query, caller.keys),
    from,
    to: after ? sortKeyBefore(after) : to,
    limit,
  })
  await activity.record({
    action: 'activity.listed',
    ...aboutOrganisation(caller.tenant),
    patient_id: items.length > 0 ? (query.patient_id ?? null) : null,
    query: filters,
    count: items.length,
    // An object's page also shows who has looked at that object. Reading this list counts as part of the look at the object.
    looksAt: query.kind === 'looks' ? (query.subject_id ?? query.patient_id) : undefined,
  })
  return {
    items,
    next: last && (await sealCursor(services.keys, scope, last)),
    readTo: last ? instantOf(last) : from,
  }
}

const instantOf = (sortKey: string) => sortKey.split('#')[0] ?? ''

/** The largest year that a date can have. A range that ends in it has no upper bound, because dates have no year after it. */
const largestYear = '9999'

interface Span {
  from: string
  to: string
}

/**
 * Returns the range of instants for whole days in the organisation's time zone. Events that are too old to be shown are left out.
 */
function spanOf({ from, to }: Query, timeZone: string, now: Date): Span {
  const start = (date: string) => startOfDay(timeZone, date).toISOString()
  const begin = earliestShownInstant(now)
  return {
    from: from && from > begin.slice(0, 10) ? start(from) : begin,
    to: to && to < largestYear ? start(addDays(to, 1)) : '~',
  }
}

interface Plan {
  partition: Partition<StoredEvent>
  /**
   * Tests whether an event matches the filters that the choice of the partition doesn't cover. Undefined if every event of the
   * partition matches.
   */
  matches: ((event: StoredEvent) => boolean) | undefined
}

/**
 * Chooses the partition to read, which usually is that of the narrowest filter. The other filters are applied to the events after
 * reading them.
 */
function planOf({ subject_id, patient_id, actor_id, action = [], kind }: Query, keys: TenantKeys): Plan {
  const actor = actor_id === 'null' ? null : actor_id
  const partition =
    (subject_id !== undefined && keys.eventsOfSubject(subject_id)) ||
    (patient_id !== undefined && keys.eventsOfPatient(patient_id)) ||
    (actor !== undefined && keys.eventsOfActor(actor)) ||
    keys.allEvents
  const filters = [subject_id, patient_id, actor_id].filter((filter) => filter !== undefined)
  if (filters.length < 2 && action.length === 0 && !kind) return { partition, matches: undefined }
  const matches = (event: StoredEvent) =>
    (patient_id === undefined || event.patient_id === patient_id) &&
    (actor === undefined || event.actor.id === actor) &&
    (action.length === 0 || action.includes(event.action)) &&
    (!kind || isLookAction(event.action) === (kind === 'looks'))
  return { partition, matches }
}

interface Reading extends Plan, Span {
  limit: number
}

/** Reads the next matching events. `last` is the sort key up to which it searched. Undefined if nothing is left to search. */
async function readMatching(table: Table, { partition, matches, from, to, limit }: Reading) {
  const found: { event: StoredEvent; sortKey: string }[] = []
  let last: string | undefined
  for (let read = 0, end = to; read < readLimit && found.length <= limit; ) {
    const atOnce = Math.min(matches ? batch : limit + 1, readLimit - read)
    const page =
      end < from ? undefined : await table.query(partition, { from, to: end, descending: true, limit: atOnce })
    const events = page?.items ?? []
    for (const [i, event] of events.entries())
      if (!matches || matches(event)) found.push({ event, sortKey: page?.sortKeys[i] ?? '' })
    read += events.length
    last = page?.more ? page.sortKeys.at(-1) : undefined
    if (last === undefined) break
    end = sortKeyBefore(last)
  }
  const shown = found.slice(0, limit)
  return { items: shown.map(({ event }) => event), last: found.length > limit ? shown.at(-1)?.sortKey : last }
}
