import { addDays, invalidDate, isTimeZone } from '#shared/rules/dates.ts'
import { formatDollars } from '#shared/rules/money.ts'

type Missing = null | undefined | ''

const dateOnly = /^\d{4}-\d{2}-\d{2}$/

/** Shown in place of a missing value. */
export const notAvailable = 'N/A'

/** Undefined until an organisation is known. Times are then shown in the browser's zone. */
let organisationZone: string | undefined

/** From now on all times are shown in this time zone, whatever the browser's zone is. */
export function showTimesIn(timeZone: string) {
  // A browser that is older than the zone does not know it and would throw at every date.
  organisationZone = isTimeZone(timeZone) ? timeZone : undefined
}

/** A parsed value. A date without a time is the same day in every zone, so it is formatted in UTC. */
interface Shown {
  date: Date
  timeZone: string | undefined
}

const shownOf = (value: string): Shown =>
  dateOnly.test(value)
    ? { date: new Date(`${value}T00:00:00Z`), timeZone: 'UTC' }
    : { date: new Date(value), timeZone: organisationZone }

/** Caches one formatter for each zone: creating one takes thirty times as long as using it. */
function formatIn(language: string | undefined, options: Intl.DateTimeFormatOptions) {
  const made = new Map<string | undefined, Intl.DateTimeFormat>()
  return ({ date, timeZone }: Shown) => {
    const format = made.get(timeZone) ?? new Intl.DateTimeFormat(language, { ...options, timeZone })
    made.set(timeZone, format)
    return format.format(date)
  }
}

const shortText = formatIn('en-US', { month: 'short', day: 'numeric' })
const dayText = formatIn('en-US', { year: 'numeric', month: 'short', day: 'numeric' })
const numericText = formatIn('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' })
const localeText = formatIn(undefined, { year: 'numeric', month: 'numeric', day: 'numeric' })
const clockText = formatIn('en-US', { hour: 'numeric', minute: '2-digit', hour12: true })
const zonedClockText = formatIn('en-US', { hour: 'numeric', minute: '2-digit', hour12: true, timeZoneName: 'short' })

/** ICU puts a narrow no-break space before AM and PM. */
const plainBlanks = (text: string) => text.replace(/\s/gu, ' ')
const timeText = (shown: Shown) => plainBlanks(clockText(shown))

const formatted = (value: string | Missing, missing: string, invalid: string, format: (shown: Shown) => string) => {
  if (!value) return missing
  const shown = shownOf(value)
  return Number.isNaN(shown.date.getTime()) ? invalid : format(shown)
}

/** `Jan 5, 2025 3:04 PM`; a date without time is `Jan 5, 2025`. */
export const formatListDate = (value: string | Missing) =>
  formatted(value, 'No date', invalidDate, (shown) =>
    value && dateOnly.test(value) ? dayText(shown) : `${dayText(shown)} ${timeText(shown)}`,
  )

/** `Nov 22`. */
export const formatShortDate = (value: string | Missing) => formatted(value, notAvailable, invalidDate, shortText)

/** `01/05/2025`. */
export const formatDetailDate = (value: string | Missing) => formatted(value, notAvailable, invalidDate, numericText)

/** `01/05/2025 3:04 PM`. */
export const formatDetailTime = (value: string | Missing) =>
  formatted(value, notAvailable, invalidDate, (shown) => `${numericText(shown)} ${timeText(shown)}`)

/** `01/05/2025 3:04 PM EST`, for texts that may be read in another time zone. */
export const formatZonedTime = (value: string | Missing) =>
  formatted(value, notAvailable, invalidDate, (shown) => `${numericText(shown)} ${plainBlanks(zonedClockText(shown))}`)

/** `3:04 PM`. */
export const formatTime = (value: string | Missing) => formatted(value, notAvailable, 'Date error', timeText)

/** Formats a day in the language of the browser. */
export const formatLocaleDate = (value: string | Missing) => formatted(value, notAvailable, invalidDate, localeText)

/** `$12.50`. The input is in dollars. */
export const formatMoney = (dollars: number | Missing) =>
  typeof dollars === 'number' ? formatDollars(dollars) : notAvailable

/** Returns 'Today', 'Tomorrow' or 'Yesterday' for a day near `today`, otherwise ''. Both days are `YYYY-MM-DD`. */
export function nearDayName(date: string, today: string) {
  const near = new Map([
    [today, 'Today'],
    [addDays(today, 1), 'Tomorrow'],
    [addDays(today, -1), 'Yesterday'],
  ])
  return near.get(date) ?? ''
}
