import { shortMonthNames } from './dates.ts'
import {
  blankOutNonPrescriptions,
  findLeftOutReason,
  type LeftOutReason,
  type OrganisationNumbers,
} from './left-out-reasons.ts'
import { rxKey } from './rx-key.ts'

/** A prescription number as it was written, and the date next to it. */
interface ListedPrescription {
  rx_number: string
  date?: string
}

const monthNames = shortMonthNames.map((name) => name.toLowerCase())

/** Matches dates such as `2026-11-03`, `11/3/26`, `11-03-2026`, `Nov 3, 2026` and `3 Nov 2026`, but not within a longer number. */
const anyDate = new RegExp(
  [
    String.raw`(?<!\w|[-/.])(?:`,
    String.raw`(?<iy>\d{4})[-/.](?<im>\d{1,2})[-/.](?<id>\d{1,2})`,
    String.raw`|(?<um>\d{1,2})[-/.](?<ud>\d{1,2})[-/.](?<uy>\d{4}|\d{2})`,
    String.raw`|(?<nm>[A-Za-z]{3,9})\.?\s(?<nd>\d{1,2})(?:st|nd|rd|th)?,?\s(?<ny>\d{4})`,
    String.raw`|(?<ed>\d{1,2})[\s-](?<em>[A-Za-z]{3,9})\.?,?[\s-](?<ey>\d{4})`,
    String.raw`)(?!\w|[-/]\w)`,
  ].join(''),
  'g',
)

const monthNamed = (name = '') => monthNames.indexOf(name.slice(0, 3).toLowerCase()) + 1

/** Returns the date that the named groups of `anyDate` contain, as `YYYY-MM-DD`. Undefined if the calendar has no such day. */
function dateOf(groups: Readonly<Record<string, string | undefined>>): string | undefined {
  const year = Number(groups.iy ?? groups.uy ?? groups.ny ?? groups.ey)
  const month = Number(groups.im ?? groups.um ?? 0) || monthNamed(groups.nm ?? groups.em)
  const day = Number(groups.id ?? groups.ud ?? groups.nd ?? groups.ed)
  const date = new Date(Date.UTC(year < 100 ? 2000 + year : year, month - 1, day))
  const isReal = month > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : undefined
}

/** Amounts of money, recognised by a currency sign or two decimals. */
const money = /[$€£]\s?\d[\d,]*(?:\.\d+)?|(?<![\w.-])\d[\d,]*\.\d{2}(?![\w.-])/g
const anyWord = /[A-Za-z0-9-]+/g
const isNumber = (word: string) => /^[A-Za-z0-9-]{4,20}$/.test(word) && /\d/.test(word)

/** Marks a date within a line by a NUL character, which no word can contain. The line is split at these characters later. */
const mark = (date: string) => ` \u0000${date} `

/**
 * A number in an auditor's letter that is left out of the list of prescriptions, unless the user says that it is a prescription
 * number.
 */
export interface LeftOutNumber {
  rx_number: string
  why: LeftOutReason
}

/** The prescriptions that were recognised in an auditor's letter, and the numbers that were left out. */
export interface LetterContents {
  prescriptions: ListedPrescription[]
  leftOut: LeftOutNumber[]
}

/**
 * Finds the prescription numbers in a letter, a table or a list, and returns each once for each date next to it. A prescription
 * number is a word of 4 to 20 letters, digits and hyphens. It has at least one digit, is neither a date nor an amount of money, and
 * isn't left out for one of `leftOutReasonLabels`. Numbers that are left out are returned in `leftOut`. A date belongs to the
 * number before it on the same line. If there is none, or if that number has a date already, the date belongs to the number after
 * it. In a row below the heading line of a table, only the numbers in the column of the prescriptions are taken, if there are any.
 */
export function readLetter(text: string, own: OrganisationNumbers): LetterContents {
  const found = new Map<string, ListedPrescription>()
  const leftOut = new Map<string, LeftOutNumber>()
  let table: Table | undefined
  for (const line of text.split(/\r?\n/)) {
    table = tableOf(line) ?? (line.trim() ? table : undefined)
    const read = readLine(line, { own, table })
    for (const listed of read.prescriptions) {
      const key = `${rxKey(listed.rx_number)} ${listed.date ?? ''}`
      if (!found.has(key)) found.set(key, listed)
    }
    for (const other of read.leftOut)
      if (!leftOut.has(rxKey(other.rx_number))) leftOut.set(rxKey(other.rx_number), other)
  }
  const prescriptions = [...found.values()]
  const taken = new Set(prescriptions.map(({ rx_number }) => rxKey(rx_number)))
  return { prescriptions, leftOut: [...leftOut.values()].filter(({ rx_number }) => !taken.has(rxKey(rx_number))) }
}

/** The separator of a table's cells, the number of its columns, and the column of the prescriptions. */
interface Table {
  separator: RegExp
  width: number
  column: number
}

const blanks = / {2,}/
const separators = [/\t/, /\|/, blanks, /[,;]/]
const isRxHead = (cell: string) => /^"?\s*(?:rx|prescription|script)(?![a-z])/i.test(cell) && !/\d/.test(cell)

/** Blanks out separators within quotation marks, without changing the length of the line. */
const unquoted = (line: string) => line.replace(/"[^"]*"/g, (cell) => cell.replace(/[,;|\t]/g, ' '))

/** Returns the table that this line begins. Undefined if the line is not the heading line of a table with prescriptions. */
function tableOf(line: string): Table | undefined {
  for (const separator of separators) {
    const cells = (separator === blanks ? line.trim() : unquoted(line)).split(separator)
    const column = cells.findIndex(isRxHead)
    if (cells.length > 1 && column >= 0 && cells.every((cell) => !/\d{3}/.test(cell)))
      return { separator, width: cells.length, column }
  }
  return undefined
}

interface Cell {
  from: number
  to: number
}

/**
 * Returns the cell with the prescription number in a line of a table. Undefined if the line doesn't belong to the table, or if its
 * cells cannot be told apart for sure.
 */
function cellOf(line: string, { separator, width, column }: Table): Cell | undefined {
  // If blanks separate the cells, an empty cell leaves no trace. A row with another number of cells than the heading is then used
  // only if the prescriptions are in the first column, which is assumed not to be empty.
  const isBlank = separator === blanks
  let from = isBlank ? line.length - line.trimStart().length : 0
  const cells = (isBlank ? line.trim() : unquoted(line)).split(new RegExp(`(${separator.source})`))
  const count = (cells.length + 1) / 2
  if (count === 1 || (isBlank && count !== width && column > 0)) return undefined
  for (const [i, cell] of cells.entries()) {
    if (i === 2 * column) return { from, to: from + cell.length }
    from += cell.length
  }
  return undefined
}

interface Word {
  word: string
  index: number
}

const numbersIn = (line: string): Word[] =>
  [...line.matchAll(anyWord)].flatMap(({ 0: word, index }) => (isNumber(word) ? [{ word, index }] : []))

function readLine(
  written: string,
  { own, table }: { own: OrganisationNumbers; table: Table | undefined },
): LetterContents {
  const line = written.replaceAll('\u0000', ' ')
  const rx = table && cellOf(line, table)
  const isInRx = (at: number) => rx !== undefined && at >= rx.from && at < rx.to
  const cleaned = blankOutNonPrescriptions(line, isInRx)
  // Each removed part is replaced by as many blanks, so that every word stays at its position in the line.
  const words = cleaned.line
    .replace(anyDate, (match, ...rest) => (dateOf(rest.at(-1)) ? ' '.repeat(match.length) : match))
    .replace(money, (sum) => ' '.repeat(sum.length))
  const numbers = numbersIn(words)
  const isRow = numbers.some(({ index }) => isInRx(index))
  const leftOut = cleaned.leftOut.flatMap(([text, why]) =>
    numbersIn(text).length > 0 ? [{ rx_number: text, why }] : [],
  )
  const counting = new Set<string>()
  for (const { word, index } of numbers) {
    const why = isInRx(index)
      ? undefined
      : (findLeftOutReason(word, [words, index], own) ?? (isRow ? 'column' : undefined))
    if (why) leftOut.push({ rx_number: word, why })
    else counting.add(word)
  }
  return { prescriptions: withDates(cleaned.line, (word) => counting.has(word)), leftOut }
}

/** Matches a text that ends with one of these words. A date after it is a deadline and not the date of a prescription. */
const deadline = /\b(?:by|due|before|until|later than)\s*$/i

/**
 * Returns the prescription numbers of a line, each with the date next to it. `counts` says which words are prescription numbers.
 */
function withDates(line: string, counts: (word: string) => boolean): ListedPrescription[] {
  const marked = line
    .replace(anyDate, (match, ...rest) => {
      const date = dateOf(rest.at(-1))
      if (!date) return match
      const at = Number(rest.at(-3))
      return deadline.test(line.slice(Math.max(0, at - 20), at)) ? ' ' : mark(date)
    })
    .replace(money, ' ')
  const listed: ListedPrescription[] = []
  let before: string | undefined
  for (const [i, part] of marked.split('\u0000').entries()) {
    const date = i > 0 ? part.slice(0, 'YYYY-MM-DD'.length) : undefined
    const last = listed.at(-1)
    // A date belongs to the number before it. If that number has a date already, it belongs to the next number.
    if (date && last && !last.date) last.date = date
    else before = date
    for (const [rx_number] of (date ? part.slice(date.length) : part).matchAll(anyWord)) {
      if (!counts(rx_number)) continue
      listed.push({ rx_number, ...(before && { date: before }) })
      before = undefined
    }
  }
  return listed
}
