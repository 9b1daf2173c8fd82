const dayMs = 86_400_000

/** The UTC day of an instant, `YYYY-MM-DD`. */
export const utcDate = (instant: Date) => instant.toISOString().slice(0, 10)

/** `date` moved by whole days. */
export const addDays = (date: string, days: number) => utcDate(new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs))

/** Holds until an organisation chooses its own. */
export const defaultTimeZone = 'America/New_York'

const isoDay = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })

/** An IANA name that this platform knows; no offset. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && Boolean(isoDay(name))
  } catch {
    return false
  }
}

/** The day of an instant at a place, `YYYY-MM-DD`. */
export const dayIn = (timeZone: string, instant: Date) => isoDay(timeZone).format(instant)

const clockIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  })

/** What the clock at a place is ahead of UTC, in milliseconds. */
function offsetAt(timeZone: string, instant: number): number {
  const shown = clockIn(timeZone).format(new Date(instant)).replace(', ', 'T')
  return Date.parse(`${shown}Z`) - Math.floor(instant / 1000) * 1000
}

/** The last millisecond of a day at a place. The clocks may be changed on that day. */
export function endOfDay(timeZone: string, date: string): Date {
  const midnight = Date.parse(`${addDays(date, 1)}T00:00:00Z`)
  const guess = midnight - offsetAt(timeZone, midnight)
  return new Date(midnight - offsetAt(timeZone, guess) - 1)
}

/** Monday to Friday. */
export const isBusinessDay = (date: string) => ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())

export function nextBusinessDay(date: string): string {
  const next = addDays(date, 1)
  return isBusinessDay(next) ? next : nextBusinessDay(next)
}

export const invalidDate = 'Invalid date'
export const dateInThePast = 'Delivery date cannot be in the past'
export const fillDateInTheFuture = 'Fill date cannot be in the future'
