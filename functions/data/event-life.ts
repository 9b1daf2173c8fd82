/** The number of years for which events are kept. */
const years = 6

function moved(instant: string | Date, by: number): Date {
  const date = new Date(instant)
  date.setUTCFullYear(date.getUTCFullYear() + by)
  return date
}

/** Returns the time at which an event that was recorded at `at` may be deleted, in seconds since the epoch. */
export const eventExpiresAtSeconds = (at: string): number => Math.floor(moved(at, years).getTime() / 1000)

/** Returns the earliest instant whose events are shown. Older events are hidden even while they are still in the table. */
export const earliestShownInstant = (now: Date): string => moved(now, -years).toISOString()
