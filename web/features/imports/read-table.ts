import { fileRowsLimit } from '#shared/model/import.ts'
import { BrowserError } from '../../lib/api/browser-error.ts'
import { withoutFormulaApostrophe } from '../../lib/browser/csv.ts'
import { isKnownColumnHead } from './column-heads.ts'
import { readSheetLines } from './sheet-lines.ts'
import { readTextLines } from './text-lines.ts'

export interface TableRow {
  /** The row's number in the spreadsheet, whose first row is 1. */
  number: number
  cells: readonly string[]
  /** Whether a quotation mark in the row is not closed. The cells are then as they stand in the file. */
  isBroken?: boolean
}

/** A file as a table: its heads, and the rows below them that are not empty. */
export interface FileTable {
  name: string
  heads: readonly string[]
  rows: readonly TableRow[]
  /** The rows that the spreadsheet does not show. */
  hidden: readonly TableRow[]
  /** The numbers of the rows above the heads, which have a title or a date. */
  above: readonly number[]
  /** The numbers of the rows that repeat the heads, as printed lists and joined files have them. */
  repeated: readonly number[]
}

/** Thrown if a file cannot be used, with the reason in words for the user. */
class UnusableFile extends BrowserError {}

const mostBytes = 10 * 1024 * 1024

/** In how many rows at the top, apart from empty ones, the heads are looked for. A file may begin with a title or a date. */
const rowsAbove = 10

/**
 * Reads a text table, or the first sheet of a workbook. No data leaves the browser. Throws an UnusableFile if the file is too
 * large, has no rows or is no table.
 */
export async function readTable(file: File): Promise<FileTable> {
  if (file.size > mostBytes) throw new UnusableFile('This file is larger than 10 MB.')
  const filled = (await linesOf(new Uint8Array(await file.arrayBuffer())))
    .map((line, i) => ({ ...line, number: i + 1, cells: line.cells.map(readCell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const visible = filled.filter(({ isHidden }) => !isHidden)
  const [first] = visible
  if (!first) throw new UnusableFile('This file has no rows.')
  const head = visible.slice(0, rowsAbove).reduce((best, row) => (knownIn(row) > knownIn(best) ? row : best), first)
  if (head.cells.filter((cell) => cell !== '').length < 2) throw new UnusableFile(noTable)
  const isHead = ({ cells }: TableRow) => JSON.stringify(cells) === JSON.stringify(head.cells)
  const [repeated = [], below = []] = [true, false].map((repeats) =>
    filled.filter((row) => row.number > head.number && isHead(row) === repeats),
  )
  const rows = below.filter(({ isHidden }) => !isHidden)
  if (rows.length === 0) throw new UnusableFile('This file has no rows.')
  if (below.length > fileRowsLimit) throw new UnusableFile('This file has more than 10,000 rows.')
  return {
    name: file.name,
    heads: head.cells,
    rows,
    hidden: below.filter(({ isHidden }) => isHidden),
    above: visible.filter(({ number }) => number < head.number).map(({ number }) => number),
    repeated: repeated.map(({ number }) => number),
  }
}

export const hasHiddenRows = ({ rows, hidden }: FileTable): boolean => {
  const [first] = hidden
  return first !== undefined && rows.some(({ number }) => number === first.number)
}

/** Adds the rows that the spreadsheet does not show to the others, or takes them out. */
export function withHiddenRows(table: FileTable, isIncluded: boolean): FileTable {
  const hidden = new Set(table.hidden.map(({ number }) => number))
  const visible = table.rows.filter(({ number }) => !hidden.has(number))
  const rows = isIncluded ? [...visible, ...table.hidden].sort((a, b) => a.number - b.number) : visible
  return { ...table, rows }
}

/** Removes what a spreadsheet needs to take a cell for text: an apostrophe before digits, or a formula of a text. */
const withoutTextMark = (cell: string) => {
  if (/^'\d+$/.test(cell)) return cell.slice(1)
  const [, text] = /^="([^"]*)"$/.exec(cell) ?? []
  return text ?? withoutFormulaApostrophe(cell)
}

const readCell = (cell: string) => withoutTextMark(cell).trim()

const noTable = 'This file can’t be read as a table. Save it as CSV or XLSX and choose it again.'

/** Removes what older systems fill cells up with, and the mark with which they end a file. */
function withoutFilling(text: string): string {
  const filled = text.replaceAll('\0', ' ').trimEnd()
  return filled.endsWith('\x1a') ? filled.slice(0, -1) : filled
}

/** Matches control characters that only other files than texts have. */
const noText = /[^\P{Cc}\t-\r\x7f-\x9f]/u

const knownIn = ({ cells }: FileLine) => cells.filter(isKnownColumnHead).length

/** The first bytes of an XLSX workbook, which is a ZIP file, and of a workbook in the older XLS format. */
const beginnings = { zip: [0x50, 0x4b], old: [0xd0, 0xcf, 0x11, 0xe0] }
const begins = (bytes: Uint8Array, beginning: readonly number[]) => beginning.every((byte, i) => bytes[i] === byte)

interface FileLine {
  cells: readonly string[]
  isBroken?: boolean
  isHidden?: boolean
}

async function linesOf(bytes: Uint8Array<ArrayBuffer>): Promise<readonly FileLine[]> {
  if (begins(bytes, beginnings.zip)) {
    const { lines, hidden } = await readSheetLines(bytes).catch(() => {
      throw new UnusableFile(noTable)
    })
    return lines.map((cells, i) => ({ cells, isHidden: hidden.has(i + 1) }))
  }
  const text = withoutFilling(decodeText(bytes))
  if (begins(bytes, beginnings.old) || noText.test(text) || text.startsWith('<')) throw new UnusableFile(noTable)
  return readTextLines(text)
}

const marks = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const

/** In UTF-16, most second bytes of a text are 0. Returns which of the two bytes that is, if the text is not marked. */
function unmarkedUtf16(bytes: Uint8Array) {
  const zeros = [0, 0]
  for (const [i, byte] of bytes.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) < bytes.length / 4 || Math.min(even, odd) > bytes.length / 100) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/**
 * Decodes a file as UTF-8, as UTF-16, or else as Windows-1252, which older systems write. If a file was joined from several, each of
 * them may begin with a mark.
 */
const decodeText = (bytes: Uint8Array): string => decode(bytes).replace(/\n\ufeff/g, '\n')

function decode(bytes: Uint8Array): string {
  const encoding =
    marks.find(({ mark }) => mark.every((byte, i) => bytes[i] === byte))?.encoding ?? unmarkedUtf16(bytes)
  if (encoding) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
