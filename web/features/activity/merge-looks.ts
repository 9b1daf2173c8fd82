import { type ActivityEvent, isLook } from '#shared/model/activity.ts'

/** Equal looks of a person that lie within this time of the newest one are merged into one row. */
const mergedMs = 600_000

/** A row of the list. The newest of several equal looks stands for all of them. */
export interface EventRow {
  event: ActivityEvent
  /** The times of the events, the newest first. */
  times: readonly string[]
}

const sameness = ({ actor, action, subject, patient_id, query, place }: ActivityEvent) =>
  JSON.stringify([actor.id, action, subject, patient_id, query, place])

/** Merges events into rows; the newest event comes first. */
export function mergeLooks(events: readonly ActivityEvent[]): EventRow[] {
  const rows: (EventRow & { times: string[] })[] = []
  const lastOf = new Map<string, (typeof rows)[number]>()
  for (const event of events) {
    const same = isLook(event.action) ? sameness(event) : undefined
    const last = same && lastOf.get(same)
    if (last && Date.parse(last.event.at) - Date.parse(event.at) <= mergedMs) {
      last.times.push(event.at)
      continue
    }
    const row = { event, times: [event.at] }
    rows.push(row)
    if (same) lastOf.set(same, row)
  }
  return rows
}
