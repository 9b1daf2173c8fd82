import { endOf, type OfferedTimeRange, startOf } from '#shared/rules/time-ranges.ts'
import { type Clock, minutesOf, readClock } from './read-clock.ts'
import { momentIn, readDayCell, splitMoment, timeOfFraction } from './read-dates.ts'

/** What the times of a column have in common. */
export interface TimeStyle {
  /** Whether they are written in 24 hours, so that `3:00` is at night. */
  is24Hours: boolean
  /** The time zone of the organisation, for moments of other time zones. */
  timeZone: string
  /** The time ranges that the organisation offers. */
  timeRanges: readonly OfferedTimeRange[]
}

/** The time range of a cell, or the words of its problem. */
type ReadTimeRange = { value: string } | { problem: string }

const noTimeText = 'This is not a time of day.'
const labelsOf = (timeRanges: readonly OfferedTimeRange[]) => timeRanges.map(({ label }) => label).join(', ')
const outsideText = (timeRanges: readonly OfferedTimeRange[]) =>
  `This time is outside all time ranges: ${labelsOf(timeRanges)}`
const severalText = (timeRanges: readonly OfferedTimeRange[]) =>
  `This time spans more than one time range. Enter one of: ${labelsOf(timeRanges)}`

const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** What stands between the start and the end of a range: `9 AM - 12 PM`, `between 9 and 12`. */
const between = /\s*(?:[-–—~]|\bto\b|\buntil\b|\btill?\b|\band\b)\s*/gi

/** The part of a day that a spreadsheet stores for a time. */
const fraction = /^0?\.\d+$/

const asMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Reads the time of a cell, alone or after a date. */
function clockIn(text: string, timeZone: string): Clock | undefined {
  const cell = text.trim().replace(/\s+[ECMP][SD]?T$/i, '')
  if (fraction.test(cell)) return readClock(timeOfFraction(Number(cell)))
  const { date, time, offset } = splitMoment(cell)
  if (!time) return readClock(cell)
  const local = offset ? momentIn(timeZone, { day: readDayCell(date), time, offset }) : undefined
  const clock = readClock(local?.slice(11) ?? time)
  // A time after a date is written by a program, which would not leave out that it means the afternoon.
  return clock && { ...clock, is24Hours: clock.half === undefined }
}

interface ClockRange {
  from: Clock
  to: Clock
}

/** Reads a cell with two times. */
function clockRangeIn(cell: string, timeZone: string): ClockRange | undefined {
  const text = cell.replace(/^(?:from|between)\s+/i, '')
  for (const { 0: mark, index } of text.matchAll(between)) {
    const from = clockIn(text.slice(0, index), timeZone)
    const to = clockIn(text.slice(index + mark.length), timeZone)
    if (from && to) return { from, to }
  }
  return undefined
}

/** Finds out whether the times of a column are written in 24 hours. */
export function timeStyleOf(
  cells: readonly string[],
  { timeZone, timeRanges }: Omit<TimeStyle, 'is24Hours'>,
): TimeStyle {
  const is24Hours = cells.some((cell) => {
    const clock = clockIn(cell, timeZone)
    const { from, to } = (clock ? undefined : clockRangeIn(cell, timeZone)) ?? {}
    return [clock, from, to].some((time) => time?.is24Hours)
  })
  return { is24Hours, timeZone, timeRanges }
}

/**
 * Finds the time range of a cell: by its label, by its start and end, or as the one that holds the cell's time. The cell may have a
 * date before the time. Without AM or PM, and unless the column is written in 24 hours, hours before 7 are in the afternoon.
 */
export function readTimeCell(cell: string, style: TimeStyle): ReadTimeRange {
  const { timeRanges } = style
  const named = timeRanges.find(({ value, label }) => [value, label].some((text) => bare(text) === bare(cell)))
  if (named) return { value: named.value }
  const clock = clockIn(cell, style.timeZone)
  const clocks = clock ? { from: clock, to: clock } : clockRangeIn(cell, style.timeZone)
  if (!clocks) return { problem: noTimeText }
  const { start, end } = clock ? rangeAt(minutesOf(clock, style.is24Hours)) : rangeOf(clocks, style)
  const times = timeRanges.map(({ value }) => {
    const [from, to] = [asMinutes(startOf(value)), asMinutes(endOf(value))]
    return { value, from, to }
  })
  const found = times.find(({ from, to }) => from <= start && start < to && end <= to)
  if (found) return { value: found.value }
  const isOpen = (minutes: number) => times.some(({ from, to }) => from <= minutes && minutes <= to)
  return { problem: !clock && isOpen(start) && isOpen(end) ? severalText(timeRanges) : outsideText(timeRanges) }
}

/** Whether a cell has a whole time range, so that its end need not come from another column. */
export const isWholeRange = (cell: string, { timeRanges, timeZone }: TimeStyle): boolean =>
  timeRanges.some(({ value, label }) => [value, label].some((text) => bare(text) === bare(cell))) ||
  clockRangeIn(cell, timeZone) !== undefined

const rangeAt = (minutes: number) => ({ start: minutes, end: minutes })

const halfDay = 12 * 60

/** Returns the times that a clock can mean: one if it says which half of the day it is in, else one in each half. */
const meaningsOf = (clock: Clock) =>
  clock.half || clock.is24Hours
    ? [minutesOf(clock, true)]
    : [0, halfDay].map((later) => minutesOf({ ...clock, half: 'a' }, true) + later)

/** Returns a range in minutes. A half of the day that stands at its end alone may hold for its start too: `3 - 6 PM`. */
function rangeOf({ from, to }: ClockRange, { is24Hours }: TimeStyle) {
  if (to.half && !from.half) {
    const end = minutesOf(to, true)
    const start = meaningsOf(from).findLast((minutes) => minutes < end) ?? end
    return { start, end }
  }
  const start = minutesOf(from, is24Hours)
  const end = meaningsOf(to).find((minutes) => minutes > start) ?? Number.POSITIVE_INFINITY
  return { start, end }
}
