import { unzipSync, zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'

/** The maximum size of an unpacked workbook, in bytes, because some files are made to exhaust the memory. */
const mostUnpacked = 150 * 1024 * 1024

/** Reads the cells of a workbook's first sheet as text. */
export async function readSheetLines(workbook: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  let unpacked = 0
  const parts = unzipSync(workbook, {
    filter({ name, originalSize }) {
      if (!/\.(xml|rels)$/.test(name)) return false
      unpacked += originalSize
      if (unpacked > mostUnpacked) throw new Error('The workbook is too large')
      return true
    },
  })
  // Hand the reader the workbook without compression, because it would unpack large compressed files in workers, which the page's
  // security policy forbids.
  const { buffer } = zipSync(parts, { level: 0 })
  const lines = await readSheet<string>(buffer, { trim: false, parseNumber: numberText })
  return lines.map((cells) => cells.map(cellText))
}

/** Rounds a number to fifteen digits, as spreadsheets show it. The file stores seventeen. */
const numberText = (text: string) => String(Number(Number(text).toPrecision(15)))

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)
}
