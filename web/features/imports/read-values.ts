import { languages, timeRanges } from '#shared/model/delivery-form.ts'
import { isCalendarDate } from '#shared/rules/dates.ts'

// Each `read…Cell` function parses a cell as people write it. A cell that it cannot parse is returned as it is, so that the schema
// reports the problem.

export type DayMonthOrder = 'month' | 'day'

const slashed = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})(?:\s|$)/
const withName = /^(?:(\d{1,2})[\s/.-]+([a-z]{3})[a-z]*|([a-z]{3})[a-z]*\.?\s+(\d{1,2}))[\s,/.-]+(\d{2}|\d{4})$/i
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The day that the number 0 means in a spreadsheet, in milliseconds since 1970. Spreadsheets store days as numbers. */
const spreadsheetEpoch = Date.UTC(1899, 11, 30)
const dayMs = 86_400_000

const isoOf = (year: string, month: number | string, day: number | string) =>
  `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

export function readDayCell(cell: string, first: DayMonthOrder = 'month'): string {
  const [, a = '', b = '', year = ''] = slashed.exec(cell) ?? []
  if (a) return dayOr(cell, first === 'month' ? isoOf(year, a, b) : isoOf(year, b, a))
  const named = withName.exec(cell)
  if (named) {
    const [, dayBefore, monthAfter, monthBefore, dayAfter, year = ''] = named
    const month = months.indexOf((monthAfter ?? monthBefore ?? '').toLowerCase()) + 1
    return dayOr(cell, isoOf(year, month, dayBefore ?? dayAfter ?? ''))
  }
  if (/^\d{8}$/.test(cell)) return dayOr(cell, isoOf(cell.slice(0, 4), cell.slice(4, 6), cell.slice(6)))
  if (/^\d{5}(\.\d+)?$/.test(cell))
    return new Date(spreadsheetEpoch + Math.floor(Number(cell)) * dayMs).toISOString().slice(0, 10)
  return dayOr(cell, cell.slice(0, 10))
}

const dayOr = (cell: string, day: string) => (isCalendarDate(day) ? day : cell)

/**
 * Returns whether the day or the month comes first in a column of dates, or undefined if the dates can be read in both orders and
 * would then mean different days. If the dates contradict each other, returns `month`, and the dates that do not fit are refused
 * later. Also returns `month` if the order makes no difference.
 */
export function detectDayMonthOrder(cells: Iterable<string>): DayMonthOrder | undefined {
  let isOpen = false
  let isDayFirst = false
  for (const cell of cells) {
    const [, a = '', b = ''] = slashed.exec(cell) ?? []
    if (!a) continue
    if (Number(b) > 12) return 'month'
    if (Number(a) > 12) isDayFirst = true
    else if (Number(a) !== Number(b)) isOpen = true
  }
  if (isDayFirst) return 'day'
  return isOpen ? undefined : 'month'
}

export function readNumberCell(cell: string): number | string {
  const bare = cell.replace(/[$,\s]/g, '')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(bare) ? Number(bare) : cell
}

const flags = new Map<string, boolean>([
  ...['y', 'yes', '1', 'true', 'x', 't', '✓'].map((word) => [word, true] as const),
  ...['n', 'no', '0', 'false', 'f'].map((word) => [word, false] as const),
])

export const readFlagCell = (cell: string): boolean | string => flags.get(cell.toLowerCase()) ?? cell

const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/**
 * Finds a time slot by its label, its value or its start: `9:00 AM - 12:00 PM`, `9 AM`, `09:00`. Without AM or PM, hours before 7
 * are taken for the afternoon.
 */
export function readTimeSlotCell(cell: string): string {
  const named = timeRanges.find(({ value, label }) => [value, label].some((text) => bare(text) === bare(cell)))
  if (named) return named.value
  const [, hour = '', minutes = '00', half = ''] = /^(\d{1,2})(?::?(\d{2}))?(?::\d{2})?\s*([ap])?/i.exec(cell) ?? []
  if (!hour) return cell
  const isAfternoon = half ? half.toLowerCase() === 'p' : Number(hour) < 7
  const start = `${String((Number(hour) % 12) + (isAfternoon || (!half && Number(hour) >= 12) ? 12 : 0)).padStart(2, '0')}:${minutes}`
  return timeRanges.find(({ value }) => value.startsWith(start))?.value ?? cell
}

export const readLanguageCell = (cell: string): string =>
  languages.find(({ value, label }) => [value, label].some((text) => bare(text) === bare(cell)))?.value ?? cell

/** Restores the leading zeros of a ZIP code, which spreadsheets drop because they take it for a number. */
export const readZipCell = (cell: string) => (/^\d{3,4}$/.test(cell) ? cell.padStart(5, '0') : cell)
