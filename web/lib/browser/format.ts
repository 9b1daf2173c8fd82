import { lazyValue } from '#shared/model/lazy.ts'
import { addDays, invalidDate } from '#shared/rules/dates.ts'
import { formatDollars } from '#shared/rules/money.ts'

type Missing = null | undefined | ''

const dateOnly = /^\d{4}-\d{2}-\d{2}$/

/** A date without a time means that day in the local time zone, not in UTC. */
const localDate = (value: string) => new Date(dateOnly.test(value) ? `${value}T00:00:00` : value)

/** Shown in place of a missing value. */
export const notAvailable = 'N/A'

const dayFormat = lazyValue(() => new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' }))
const timeFormat = lazyValue(
  () => new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', hour12: true }),
)
const numericFormat = lazyValue(
  () => new Intl.DateTimeFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' }),
)

/** ICU puts a narrow no-break space before AM and PM. */
const timeOf = (date: Date) => timeFormat().format(date).replace(/\s/gu, ' ')

const formatted = (value: string | Missing, missing: string, invalid: string, format: (date: Date) => string) => {
  if (!value) return missing
  const date = localDate(value)
  return Number.isNaN(date.getTime()) ? invalid : format(date)
}

/** `Jan 5, 2025 3:04 PM`; a date without time is `Jan 5, 2025`. */
export const formatListDate = (value: string | Missing) =>
  formatted(value, 'No date', invalidDate, (date) =>
    value && dateOnly.test(value) ? dayFormat().format(date) : `${dayFormat().format(date)} ${timeOf(date)}`,
  )

const shortFormat = lazyValue(() => new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' }))

/** `Nov 22`. */
export const formatShortDate = (value: string | Missing) =>
  formatted(value, notAvailable, invalidDate, (date) => shortFormat().format(date))

/** `01/05/2025`. */
export const formatDetailDate = (value: string | Missing) =>
  formatted(value, notAvailable, invalidDate, (date) => numericFormat().format(date))

/** `01/05/2025 3:04 PM`. */
export const formatDetailTime = (value: string | Missing) =>
  formatted(value, notAvailable, invalidDate, (date) => `${numericFormat().format(date)} ${timeOf(date)}`)

/** `3:04 PM`. */
export const formatTime = (value: string | Missing) => formatted(value, notAvailable, 'Date error', timeOf)

/** A day as this browser's language writes it. */
export const formatLocaleDate = (value: string | Missing) =>
  formatted(value, notAvailable, invalidDate, (date) => date.toLocaleDateString())

/** `$12.50`; dollars in. */
export const formatMoney = (dollars: number | Missing) =>
  typeof dollars === 'number' ? formatDollars(dollars) : notAvailable

/** What people call a day near `today`: 'Today', 'Tomorrow', 'Yesterday'; else ''. Both `YYYY-MM-DD`. */
export function nearDay(date: string, today: string) {
  const near = new Map([
    [today, 'Today'],
    [addDays(today, 1), 'Tomorrow'],
    [addDays(today, -1), 'Yesterday'],
  ])
  return near.get(date) ?? ''
}
