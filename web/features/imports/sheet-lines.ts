import { strFromU8, unzipSync, zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'

/** The maximum size of an unpacked workbook, in bytes, because some files are made to exhaust the memory. */
const mostUnpacked = 150 * 1024 * 1024

export interface SheetLines {
  lines: string[][]
  /** The numbers of the rows that the spreadsheet does not show, such as those that a filter leaves out. */
  hidden: ReadonlySet<number>
}

/** Reads the cells of a workbook's first visible sheet as text. */
export async function readSheetLines(workbook: Uint8Array<ArrayBuffer>): Promise<SheetLines> {
  let unpacked = 0
  const parts = unzipSync(workbook, {
    filter({ name, originalSize }) {
      if (!/\.(xml|rels)$/.test(name)) return false
      unpacked += originalSize
      if (unpacked > mostUnpacked) throw new Error('The workbook is too large')
      return true
    },
  })
  const { number, xml } = firstVisibleSheet(parts)
  refuseWideSheet(xml)
  // Hand the reader the workbook without compression, because it would unpack large compressed files in workers, which the page's
  // security policy forbids.
  const { buffer } = zipSync(parts, { level: 0 })
  const lines = await readSheet<string>(buffer, number, { trim: false, parseNumber: numberText })
  return { lines: lines.map((cells) => cells.map(cellText)), hidden: hiddenRows(xml) }
}

/** Returns the attributes of each tag of this name. The reader tells neither which sheets nor which rows are hidden. */
function attributesOf(xml: string, tag: string): Map<string, string>[] {
  const tags = xml.matchAll(new RegExp(`<(?:\\w+:)?${tag}((?:\\s+[\\w:]+\\s*=\\s*(?:"[^"]*"|'[^']*'))*)\\s*/?>`, 'g'))
  return Array.from(tags, ([, attributes = '']) => {
    const pairs = attributes.matchAll(/\s(?:\w+:)?(\w+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
    return new Map(Array.from(pairs, ([, name = '', double, single]) => [name, double ?? single ?? '']))
  })
}

function firstVisibleSheet(parts: Readonly<Record<string, Uint8Array>>) {
  const textOf = (path: string) => (parts[path] ? strFromU8(parts[path]) : '')
  // The reader counts only sheets that have a name.
  const sheets = attributesOf(textOf('xl/workbook.xml'), 'sheet').filter((sheet) => sheet.get('name'))
  const at = Math.max(
    sheets.findIndex((sheet) => !['hidden', 'veryHidden'].includes(sheet.get('state') ?? '')),
    0,
  )
  const relations = attributesOf(textOf('xl/_rels/workbook.xml.rels'), 'Relationship')
  const target = relations.find((relation) => relation.get('Id') === sheets[at]?.get('id'))?.get('Target') ?? ''
  return { number: at + 1, xml: textOf(target.startsWith('/') ? target.slice(1) : `xl/${target}`) }
}

/** The maximum number of cells of a sheet, with the empty ones between others, because the reader makes all of them. */
const mostCells = 20_000_000

/** Throws if a sheet's last row and column are so far out that the page would stop. A file of a kilobyte can be such a one. */
function refuseWideSheet(xml: string): void {
  let rows = 0
  let columns = 0
  for (const [, attributes = ''] of xml.matchAll(/<(?:\w+:)?c(?=[\s/>])([^>]*)>/g)) {
    const [, letters = '', digits] = /["'\s:]r\s*=\s*["']([A-Z]{1,3})(\d{1,7})["']/.exec(attributes) ?? []
    if (digits === undefined) throw new Error('A cell does not say where it is')
    rows = Math.max(rows, Number(digits))
    columns = Math.max(
      columns,
      Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0),
    )
  }
  if (rows * columns > mostCells) throw new Error('The sheet is too large')
}

function hiddenRows(xml: string): Set<number> {
  const hidden = new Set<number>()
  let number = 0
  for (const row of attributesOf(xml, 'row')) {
    number = Number(row.get('r') ?? number + 1)
    if (['1', 'true'].includes(row.get('hidden') ?? '')) hidden.add(number)
  }
  return hidden
}

/** From this number on, spreadsheets round the last digits away. */
const roundedFrom = 1e15

/**
 * Rounds a number to fifteen digits, as spreadsheets show it. The file stores seventeen. Numbers that have lost digits are written
 * with an exponent, so that no one takes them for an ID.
 */
function numberText(text: string) {
  const number = Number(Number(text).toPrecision(15))
  return Math.abs(number) >= roundedFrom ? number.toExponential() : String(number)
}

const secondMs = 1000

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (!(cell instanceof Date)) return String(cell)
  // Days are stored as fractions, which cannot express most times of day exactly.
  const [day = '', time = ''] = new Date(Math.round(cell.getTime() / secondMs) * secondMs).toISOString().split(/[T.]/)
  return time === '00:00:00' ? day : `${day} ${time}`
}
