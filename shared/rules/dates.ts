const dayMs = 86_400_000

const calendarDate = /^\d{4}-\d{2}-\d{2}$/

/** Whether `value` is a calendar day, `YYYY-MM-DD`. */
export function isCalendarDate(value: string) {
  if (!calendarDate.test(value)) return false
  const parsed = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value)
}

/** Returns the UTC day of an instant, `YYYY-MM-DD`. */
export const utcDate = (instant: Date) => instant.toISOString().slice(0, 10)

/** Adds whole days to a date. */
export const addDays = (date: string, days: number) => utcDate(new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs))

/** The time zone of an organisation that hasn't chosen one. */
export const defaultTimeZone = 'America/New_York'

/**
 * Returns a version of `make` that caches the result for the last key, because making an Intl format takes thirty times as long as
 * using it.
 */
export function cacheLast<T>(make: (key: string) => T): (key: string) => T {
  let last: { key: string; made: T } | undefined
  return (key) => {
    if (last?.key !== key) last = { key, made: make(key) }
    return last.made
  }
}

const isoDay = cacheLast(
  (timeZone) => new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
)

/** Whether `name` is the IANA name of a time zone that this platform knows. An offset such as `+02:00` isn't accepted. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && Boolean(isoDay(name))
  } catch {
    return false
  }
}

/** Returns the day of an instant in a time zone, `YYYY-MM-DD`. */
export const dayIn = (timeZone: string, instant: Date) => isoDay(timeZone).format(instant)

export const shortMonthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats `2026-11-30` as `Nov 30`. It avoids Intl, whose first use would slow down the first request of a Lambda function. */
export const shortDay = (date: string) =>
  `${shortMonthNames[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8, 10))}`

const zonedTime = cacheLast(
  (timeZone) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      month: 'short',
      day: 'numeric',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    }),
)

/** Formats an instant in a time zone: `Nov 24, 2026 2:40 PM`. */
export const zonedTimeText = (timeZone: string, instant: Date) =>
  zonedTime(timeZone)
    .format(instant)
    .replace(/(\d{4}), /, '$1 ')
    .replaceAll('\u202f', ' ')

const minuteMs = 60_000

/**
 * Returns the first instant of a day in a time zone, by bisecting the minutes from 14 hours before midnight UTC to 12 hours after
 * it. In every time zone the day begins within them.
 */
export function startOfDay(timeZone: string, date: string): Date {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  const at = (minute: number) => new Date(midnight + minute * minuteMs)
  let before = -14 * 60 - 1
  let after = 12 * 60 + 1
  while (after - before > 1) {
    const between = Math.floor((before + after) / 2)
    if (dayIn(timeZone, at(between)) < date) before = between
    else after = between
  }
  return at(after)
}

/** Returns the last millisecond of a day in a time zone. */
export const endOfDay = (timeZone: string, date: string) =>
  new Date(startOfDay(timeZone, addDays(date, 1)).getTime() - 1)

/** Whether a date is a day from Monday to Friday. */
export const isBusinessDay = (date: string) => ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())

export function nextBusinessDay(date: string): string {
  const next = addDays(date, 1)
  return isBusinessDay(next) ? next : nextBusinessDay(next)
}

export const invalidDateText = 'Invalid date'
export const deliveryDateInThePastText = 'Delivery date cannot be in the past'
export const fillDateInTheFutureText = 'Fill date cannot be in the future'
