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

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `2026-11-30` → `Nov 30`. Without Intl, which costs a function's first call. */
export const shortDay = (date: string) => `${months[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8, 10))}`

export const invalidDate = 'Invalid date'
export const dateInThePast = 'Delivery date cannot be in the past'
export const fillDateInTheFuture = 'Fill date cannot be in the future'
