import { isCalendarDate } from '#shared/rules/dates.ts'
import { localDateTimeIn } from '#shared/rules/lateness.ts'
import { minutesOf, readClock } from './read-clock.ts'

/** Whether the day or the month comes first in dates of numbers. */
export type DayMonthOrder = 'month' | 'day'

/** What the dates of a column have in common. */
export interface DateStyle {
  first: DayMonthOrder
  /** Whether all cells of the column are dates of eight digits. One of them alone could be any number. */
  hasEightDigits: boolean
  /** The time zone of the organisation, if the column has moments of other time zones. */
  timeZone?: string | undefined
}

const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/i
const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const numbers = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/
const dayAndName = /^(\d{1,2})(?:st|nd|rd|th)?[\s/.-]*([a-z]{3,})\.?[\s/.,-]*(\d{4}|\d{2})$/i
const nameAndDay = /^([a-z]{3,})\.?[\s/.-]*(\d{1,2})(?:st|nd|rd|th)?[\s/.,-]+(\d{4}|\d{2})$/i
const yearAndName = /^(\d{4})[\s/.-]+([a-z]{3,})[\s/.-]+(\d{1,2})$/i
const serial = /^[2-7]\d{4}(?:\.\d+)?$/

const monthNames = 'january february march april may june july august september october november december'.split(' ')

/** The day that the number 0 means in a spreadsheet, in milliseconds since 1970. Spreadsheets store days as numbers. */
const spreadsheetEpoch = Date.UTC(1899, 11, 30)
const dayMs = 86_400_000
const minuteMs = 60_000
const daySeconds = 86_400

/** The years that a date of eight digits can begin with. */
const isYear = (digits: string) => /^(19|20)\d\d$/.test(digits)

const clock = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,:]\d{1,9})?)?(?:\s*[ap](?:\.?\s?m\.?)?)?|\d{1,2}\s*[ap]\.?m\.?|\d{4}`
// From `-12:00` on, it is the end of a time range rather than a time zone: no one lives there.
const zone = String.raw`\s*(?:(Z|UTC|GMT)|(?:UTC|GMT)?((?!-(?:1[2-9]|2))[+-]\d{2}):?(\d{2})?|[ECMP][SD]?T)?(?:\s*\([^)]*\))?`
const dateAndTime = new RegExp(String.raw`^(\S.*?)(?:\s*,)?(?:\s+at\s+|\s+|T)(${clock})${zone}$`, 'i')

/** The end of a time range whose start stands after a date: `12/1/2026 9:00 AM - 12:00 PM`. */
const rangeEnd = new RegExp(String.raw`\s*(?:[-–—~]|\bto\b|\buntil\b|\btill?\b|\band\b)\s*(?:${clock})$`, 'i')

/** A moment as pharmacy systems exchange it, by the rules of HL7: `202612010900`, perhaps with seconds. */
const joinedMoment = /^((?:19|20)\d{6})(\d{4})(?:\d{2}(?:\.\d+)?)?$/

/** A cell split into its date and its time of day. `offset` is the time zone of the moment, such as `-05:00`, if it has one. */
export interface Moment {
  date: string
  time: string
  offset: string
}

export function splitMoment(cell: string): Moment {
  const [days = '', fraction] = serial.test(cell) ? cell.split('.') : []
  if (fraction) return { date: days, time: timeOfFraction(Number(`0.${fraction}`)), offset: '' }
  const [, joinedDay = '', joinedTime = ''] = joinedMoment.exec(cell) ?? []
  if (joinedTime) return { date: joinedDay, time: joinedTime, offset: '' }
  const [, date = '', time = '', utc = '', hours = '', minutes = '00'] = dateAndTime.exec(cell) ?? []
  const offset = utc ? 'Z' : hours && `${hours}:${minutes}`
  return date && looksLikeDate(date) ? { date, time, offset } : { date: cell, time: '', offset: '' }
}

/** Splits a cell that may have a time range after its date. The moment is the start of the range. */
export function startMoment(cell: string): Moment {
  const whole = splitMoment(cell)
  const start = whole.time ? whole : splitMoment(cell.replace(rangeEnd, ''))
  return start.time ? start : whole
}

/** Returns the time of day that a spreadsheet stores as a part of a day: `0.375` is `09:00:00`. */
export const timeOfFraction = (fraction: number): string =>
  new Date(Math.round(fraction * daySeconds) * 1000).toISOString().slice(11, 19)

/** Whether a text has the form of a date, with some order of day and month. */
const looksLikeDate = (text: string) =>
  (['month', 'day'] as const).some((first) => dayOf(text, { first, hasEightDigits: true }) !== undefined)

/** Years of two digits that begin below this one are none: in `26/12/01`, the year comes first. */
const firstShortYear = 20

const isoOf = (year: string, month: string | number, day: string | number) => {
  // A spreadsheet that takes `26` for a whole year writes `0026`. A time alone may have a date of 1899.
  if (year.length === 2 ? Number(year) < firstShortYear : !/^(18|19|20)/.test(year)) return undefined
  const iso = `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isCalendarDate(iso) ? iso : undefined
}

/** Finds a month by its name or by at least the first three letters of it. Returns 0 if there is none. */
const monthOf = (name: string) => monthNames.findIndex((month) => month.startsWith(name.toLowerCase())) + 1

function dayOf(text: string, { first, hasEightDigits }: DateStyle): string | undefined {
  const date = text.replace(weekday, '').trim()
  const [, isoYear, isoMonth = '', isoDay = ''] = yearFirst.exec(date) ?? []
  if (isoYear) return isoOf(isoYear, isoMonth, isoDay)
  const [, a = '', b = '', year] = numbers.exec(date) ?? []
  if (year) return first === 'month' ? isoOf(year, a, b) : isoOf(year, b, a)
  const named = dayAndName.exec(date)
  if (named) return isoOf(named[3] ?? '', monthOf(named[2] ?? ''), named[1] ?? '')
  const turned = nameAndDay.exec(date)
  if (turned) return isoOf(turned[3] ?? '', monthOf(turned[1] ?? ''), turned[2] ?? '')
  const written = yearAndName.exec(date)
  if (written) return isoOf(written[1] ?? '', monthOf(written[2] ?? ''), written[3] ?? '')
  if (hasEightDigits && /^\d{8}$/.test(date)) return dayOfDigits(date, first)
  if (serial.test(date)) return new Date(spreadsheetEpoch + Math.floor(Number(date)) * dayMs).toISOString().slice(0, 10)
  return undefined
}

function dayOfDigits(digits: string, first: DayMonthOrder): string | undefined {
  if (isYear(digits.slice(0, 4))) {
    const day = isoOf(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6))
    if (day) return day
  }
  const [a, b, year] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)]
  if (!isYear(year)) return undefined
  return first === 'month' ? isoOf(year, a, b) : isoOf(year, b, a)
}

/** Reads the day of a cell, which may also have a time. A cell that is no date is returned as it is; the schema rejects it. */
export function readDayCell(cell: string, style: DateStyle = { first: 'month', hasEightDigits: true }): string {
  const { date, time, offset } = startMoment(cell)
  const day = dayOf(date, style)
  if (day === undefined) return cell
  if (!offset || !style.timeZone) return day
  return momentIn(style.timeZone, { day, time, offset })?.slice(0, 10) ?? cell
}

/** Returns a moment as date and time in a time zone: `2026-12-01T09:00`. Returns undefined if its time cannot be read. */
export function momentIn(
  timeZone: string,
  { day, time, offset }: { day: string; time: string; offset: string },
): string | undefined {
  const clock = readClock(time)
  const minutes = clock ? minutesOf(clock, true) : Number.NaN
  const instant = new Date(Date.parse(`${day}T00:00:00${offset}`) + minutes * minuteMs)
  return Number.isNaN(instant.getTime()) ? undefined : localDateTimeIn(timeZone, instant)
}

function isMidnight(time: string) {
  const clock = readClock(time)
  return clock !== undefined && minutesOf(clock, true) === 0
}

/** Whether a cell has a day with a time of day other than midnight, which stands for no time. */
export function hasTimeOfDay(cell: string): boolean {
  const { time } = startMoment(cell)
  return time !== '' && !isMidnight(time)
}

/** Whether a cell has a day, alone or with a time. */
export const isDay = (cell: string): boolean => looksLikeDate(startMoment(cell).date)

/**
 * Finds out what the dates of a column have in common. Moments of other time zones are converted to the organisation's, except
 * those that are all at midnight, because such moments stand for days.
 */
export function dateStyleOf(cells: readonly string[], first: DayMonthOrder, timeZone: string): DateStyle {
  const moments = cells.map(startMoment).filter(({ offset }) => offset !== '')
  return {
    first,
    hasEightDigits: cells.every((cell) => /^\d{8}$/.test(startMoment(cell).date)),
    timeZone: moments.some(({ time }) => !isMidnight(time)) ? timeZone : undefined,
  }
}

/**
 * Returns whether the day or the month comes first in a column of dates, `either` if the order makes no difference, or undefined if
 * the dates can be read in both orders and would then mean different days. If the dates contradict each other, returns `month`, and
 * the dates that do not fit are rejected later.
 */
export function detectDayMonthOrder(cells: readonly string[]): DayMonthOrder | 'either' | undefined {
  let isOpen = false
  let isDayFirst = false
  const hasEightDigits = cells.every((cell) => /^\d{8}$/.test(startMoment(cell).date))
  for (const cell of cells) {
    const date = startMoment(cell).date.replace(weekday, '')
    const read = (first: DayMonthOrder) => dayOf(date, { first, hasEightDigits })
    const [asMonth, asDay] = [read('month'), read('day')]
    if (asMonth !== undefined && asDay === undefined) return 'month'
    if (asMonth === undefined && asDay !== undefined) isDayFirst = true
    else if (asMonth !== asDay) isOpen = true
  }
  if (isDayFirst) return 'day'
  return isOpen ? undefined : 'either'
}
