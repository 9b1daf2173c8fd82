import { type ActivityEvent, isLookAction } from '#shared/model/activity.ts'

/** If a person looks at the same data several times, the events within this time of the newest one become one row. */
const mergedMs = 600_000

/** A row of the list of events. If several events were merged into it, `event` is the newest of them. */
export interface MergedEventRow {
  id: string
  event: ActivityEvent
  /** The times of the events, the newest first. */
  times: readonly string[]
}

const sameness = ({ actor, action, subject, patient_id, query, place }: ActivityEvent) =>
  JSON.stringify([actor.id, action, subject, patient_id, query, place])

/**
 * Makes the rows of a list of events, which must be sorted newest first. Events are merged into one row only if the same person has
 * looked at the same data, in the same way, from the same place and within `mergedMs`.
 */
export function mergeRepeatedLooks(events: readonly ActivityEvent[]): MergedEventRow[] {
  const rows: (MergedEventRow & { times: string[] })[] = []
  const lastOf = new Map<string, (typeof rows)[number]>()
  for (const event of events) {
    const same = isLookAction(event.action) ? sameness(event) : undefined
    const last = same && lastOf.get(same)
    if (last && Date.parse(last.event.at) - Date.parse(event.at) <= mergedMs) {
      last.times.push(event.at)
      continue
    }
    const row = { id: event.id, event, times: [event.at] }
    rows.push(row)
    if (same) lastOf.set(same, row)
  }
  return rows
}
