/** How long events are kept. */
const years = 6

function moved(instant: string | Date, by: number): Date {
  const date = new Date(instant)
  date.setUTCFullYear(date.getUTCFullYear() + by)
  return date
}

/** The second, since the epoch, in which an event of `at` is old enough to go. */
export const eventEnd = (at: string): number => Math.floor(moved(at, years).getTime() / 1000)

/** The instant from which on events are still to be seen, whatever of the older ones lies there yet. */
export const eventsBegin = (now: Date): string => moved(now, -years).toISOString()
