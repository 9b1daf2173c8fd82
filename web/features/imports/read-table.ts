import Papa from 'papaparse'
import { fileRowsLimit } from '#shared/model/import.ts'
import { BrowserError } from '../../lib/api/browser-error.ts'
import { withoutFormulaApostrophe } from '../../lib/browser/csv.ts'
import { decodeText } from './decode-text.ts'
import { isKnownColumnHead } from './match-columns.ts'
import { readSheetLines } from './sheet-lines.ts'

export interface TableRow {
  /** The row's number in the spreadsheet, whose first row is 1. */
  number: number
  cells: readonly string[]
}

/** A file as a table: its heads, and the rows below them that are not empty. */
export interface FileTable {
  name: string
  heads: readonly string[]
  rows: readonly TableRow[]
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
    .map((cells, i) => ({ number: i + 1, cells: cells.map((cell) => withoutFormulaApostrophe(cell).trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [first] = filled
  if (!first) throw new UnusableFile('This file has no rows.')
  const head = filled.slice(0, rowsAbove).reduce((best, row) => (knownIn(row) > knownIn(best) ? row : best), first)
  if (head.cells.filter((cell) => cell !== '').length < 2) throw new UnusableFile(noTable)
  const rows = filled.filter(({ number }) => number > head.number)
  if (rows.length === 0) throw new UnusableFile('This file has no rows.')
  if (rows.length > fileRowsLimit) throw new UnusableFile('This file has more than 10,000 rows.')
  return { name: file.name, heads: head.cells, rows }
}

const noTable = 'This file can’t be read as a table.'

const knownIn = ({ cells }: TableRow) => cells.filter(isKnownColumnHead).length

/** The first bytes of an XLSX workbook, which is a ZIP file, and of a workbook in the older XLS format. */
const beginnings = { zip: [0x50, 0x4b], old: [0xd0, 0xcf, 0x11, 0xe0] }
const begins = (bytes: Uint8Array, beginning: readonly number[]) => beginning.every((byte, i) => bytes[i] === byte)

async function linesOf(bytes: Uint8Array<ArrayBuffer>): Promise<readonly (readonly string[])[]> {
  if (begins(bytes, beginnings.zip)) {
    return readSheetLines(bytes).catch(() => {
      throw new UnusableFile(noTable)
    })
  }
  const text = decodeText(bytes)
  if (begins(bytes, beginnings.old) || text.includes('\0') || text.startsWith('<')) throw new UnusableFile(noTable)
  // Use the same line breaks throughout, because a file may mix several kinds.
  const { data } = Papa.parse<string[]>(text.replace(/\r\n?/g, '\n'), {
    newline: '\n',
    delimitersToGuess: [',', ';', '\t', '|'],
  })
  return data
}
