/** How long events are kept. */
const years = 6

function moved(instant: string | Date, by: number): Date {
  const date = new Date(instant)
  date.setUTCFullYear(date.getUTCFullYear() + by)
  return date
}

/** When an event that happened `at` that instant may be deleted, in seconds since the epoch. */
export const eventEnd = (at: string): number => Math.floor(moved(at, years).getTime() / 1000)

/** The instant from which events are shown. Older ones are hidden even while the table still holds them. */
export const eventsBegin = (now: Date): string => moved(now, -years).toISOString()
