import { addDays, invalidDateText } from '#shared/rules/dates.ts'
import { formatDollars } from '#shared/rules/money.ts'
import { shownTimeZone } from './shown-time-zone.ts'

type Missing = null | undefined | ''

const dateOnly = /^\d{4}-\d{2}-\d{2}$/

/** The text for a missing value. */
export const notAvailableText = 'N/A'

/** A parsed date and the zone in which to show it. A date without a time is the same day in every zone, so it is shown in UTC. */
interface Shown {
  date: Date
  timeZone: string | undefined
}

const shownOf = (value: string): Shown =>
  dateOnly.test(value)
    ? { date: new Date(`${value}T00:00:00Z`), timeZone: 'UTC' }
    : { date: new Date(value), timeZone: shownTimeZone() }

/** Returns a function that formats dates. It caches one formatter per zone: creating one takes thirty times as long as using it. */
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

/** Replaces each blank by a plain space, because browsers put a narrow no-break space before AM and PM. */
const plainBlanks = (text: string) => text.replace(/\s/gu, ' ')
const timeText = (shown: Shown) => plainBlanks(clockText(shown))

const formatted = (value: string | Missing, missing: string, invalid: string, format: (shown: Shown) => string) => {
  if (!value) return missing
  const shown = shownOf(value)
  return Number.isNaN(shown.date.getTime()) ? invalid : format(shown)
}

/** Formats as `Jan 5, 2025 3:04 PM`, or `Jan 5, 2025` for a date without a time. */
export const formatDateAndAnyTime = (value: string | Missing) =>
  formatted(value, 'No date', invalidDateText, (shown) =>
    value && dateOnly.test(value) ? dayText(shown) : `${dayText(shown)} ${timeText(shown)}`,
  )

/** Formats as `Nov 22`. */
export const formatShortDate = (value: string | Missing) =>
  formatted(value, notAvailableText, invalidDateText, shortText)

/** Formats as `01/25/2025`: month, day and year. */
export const formatDetailDate = (value: string | Missing) =>
  formatted(value, notAvailableText, invalidDateText, numericText)

/** Formats as `01/05/2025 3:04 PM`. */
export const formatDateTime = (value: string | Missing) =>
  formatted(value, notAvailableText, invalidDateText, (shown) => `${numericText(shown)} ${timeText(shown)}`)

/** Formats as `01/05/2025 3:04 PM EST`, for texts that may be read in another time zone. */
export const formatZonedDateTime = (value: string | Missing) =>
  formatted(
    value,
    notAvailableText,
    invalidDateText,
    (shown) => `${numericText(shown)} ${plainBlanks(zonedClockText(shown))}`,
  )

const isoParts = formatIn('sv-SE', {
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  ...{ fractionalSecondDigits: 3, timeZoneName: 'longOffset' },
})

/** Formats as `2025-01-05T15:04:09.120-05:00`, for files that people and programs read. Returns null for a missing time. */
export function formatIsoWithOffset(value: string | Missing): string | null {
  if (!value) return null
  const [, day, clock = '', offset = ''] = /^(\S+) (\S+) GMT(\S*)$/.exec(plainBlanks(isoParts(shownOf(value)))) ?? []
  return day ? `${day}T${clock.replace(',', '.')}${offset.replace('−', '-') || 'Z'}` : value
}

/** Formats as `3:04 PM`. */
export const formatTime = (value: string | Missing) => formatted(value, notAvailableText, 'Date error', timeText)

/** Formats a day in the language of the browser. */
export const formatLocaleDate = (value: string | Missing) =>
  formatted(value, notAvailableText, invalidDateText, localeText)

/** Formats dollars as `$12.50`. */
export const formatMoney = (dollars: number | Missing) =>
  typeof dollars === 'number' ? formatDollars(dollars) : notAvailableText

/** Returns 'Today', 'Tomorrow' or 'Yesterday' for a day near `today`, otherwise ''. Both days are `YYYY-MM-DD`. */
export function nearDayName(date: string, today: string) {
  const near = new Map([
    [today, 'Today'],
    [addDays(today, 1), 'Tomorrow'],
    [addDays(today, -1), 'Yesterday'],
  ])
  return near.get(date) ?? ''
}
