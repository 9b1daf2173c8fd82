import { type ActivityEvent, isLook } from '#shared/model/activity.ts'

/** So close to the newest of them, equal looks of a person are one row. */
const mergedMs = 600_000

/** An event as a row shows it: the newest of equal looks stands for all of them. */
export interface EventRow {
  event: ActivityEvent
  /** When it happened, newest first. */
  times: readonly string[]
}

const sameness = ({ actor, action, subject, patient_id, query, place }: ActivityEvent) =>
  JSON.stringify([actor.id, action, subject, patient_id, query, place])

/** Rows of events that come newest first. */
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
