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
  const patientIds =
    query.patient_id === undefined ? [] : await idsOfPatient(services.table, caller.keys, query.patient_id)
  const { items, last } = await readMatching(services.table, {
    ...planOf(query, patientIds, caller.keys),
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

/** Returns the id of the patient to whom an id leads, and the ids of those who were merged into that patient. */
async function idsOfPatient(table: Table, keys: TenantKeys, id: string): Promise<string[]> {
  let patient = await table.get(keys.patient(id))
  while (patient?.merged_into) patient = await table.get(keys.patient(patient.merged_into))
  return patient ? [patient.id, ...(patient.merged ?? []).map((merged) => merged.id)] : [id]
}

interface Plan {
  /** Several only for a patient into whom others were merged. An event of a merge is in both. */
  partitions: readonly Partition<StoredEvent>[]
  /**
   * Tests whether an event matches the filters that the choice of the partitions doesn't cover. Undefined if every event of the
   * partitions matches.
   */
  matches: ((event: StoredEvent) => boolean) | undefined
}

/**
 * Chooses the partitions to read, which usually are those of the narrowest filter. The other filters are applied to the events after
 * reading them.
 */
function planOf(query: Query, patientIds: readonly string[], keys: TenantKeys): Plan {
  const { subject_id, patient_id, actor_id, action = [], kind } = query
  const actor = actor_id === 'null' ? null : actor_id
  const partitions =
    subject_id !== undefined
      ? [keys.eventsOfSubject(subject_id)]
      : patient_id !== undefined
        ? patientIds.map((id) => keys.eventsOfPatient(id))
        : [actor === undefined ? keys.allEvents : keys.eventsOfActor(actor)]
  const filters = [subject_id, patient_id, actor_id].filter((filter) => filter !== undefined)
  if (filters.length < 2 && action.length === 0 && !kind) return { partitions, matches: undefined }
  const matches = (event: StoredEvent) =>
    (patient_id === undefined || (event.patient_id !== null && patientIds.includes(event.patient_id))) &&
    (actor === undefined || event.actor.id === actor) &&
    (action.length === 0 || action.includes(event.action)) &&
    (!kind || isLookAction(event.action) === (kind === 'looks'))
  return { partitions, matches }
}

interface Reading extends Plan, Span {
  limit: number
}

interface FoundEvent {
  event: StoredEvent
  sortKey: string
}

/** Reads the newest events of all partitions together, each event once. */
async function readNewest(
  table: Table,
  partitions: readonly Partition<StoredEvent>[],
  { from, to, limit }: Span & { limit: number },
) {
  const pages = await Promise.all(
    partitions.map((partition) => table.query(partition, { from, to, descending: true, limit })),
  )
  const bySortKey = new Map(
    pages.flatMap(({ items, sortKeys }) => items.map((event, i) => [sortKeys[i] ?? '', event] as const)),
  )
  const all = Array.from(bySortKey, ([sortKey, event]): FoundEvent => ({ event, sortKey }))
  if (partitions.length > 1) all.sort((a, b) => (a.sortKey < b.sortKey ? 1 : -1))
  return { events: all.slice(0, limit), more: all.length > limit || pages.some((page) => page.more) }
}

/** Reads the next matching events. `last` is the sort key up to which it searched. Undefined if nothing is left to search. */
async function readMatching(table: Table, { partitions, matches, from, to, limit }: Reading) {
  const found: FoundEvent[] = []
  let last: string | undefined
  for (let read = 0, end = to; read < readLimit && found.length <= limit; ) {
    const atOnce = Math.min(matches ? batch : limit + 1, readLimit - read)
    const page = end < from ? undefined : await readNewest(table, partitions, { from, to: end, limit: atOnce })
    const events = page?.events ?? []
    found.push(...events.filter(({ event }) => !matches || matches(event)))
    read += events.length
    last = page?.more ? events.at(-1)?.sortKey : undefined
    if (last === undefined) break
    end = sortKeyBefore(last)
  }
  const shown = found.slice(0, limit)
  return { items: shown.map(({ event }) => event), last: found.length > limit ? shown.at(-1)?.sortKey : last }
}
