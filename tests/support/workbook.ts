import { zipSync } from 'fflate'

/** A cell: a text, a number, or a number with the number of its style. */
type SheetCell = string | number | { value: number; style: number }

interface Sheet {
  name: string
  rows: readonly (readonly SheetCell[])[]
  state?: 'hidden' | 'veryHidden'
  /** The numbers of the rows that are not shown. */
  hidden?: readonly number[]
}

/** The styles of a workbook, by their numbers: none, a day, a day with its time, a time. */
export const sheetStyles = { day: 1, moment: 2, time: 3 } as const
const formats = ['0', 'm/d/yyyy', 'm/d/yyyy h:mm', 'h:mm AM/PM']

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function cellXml(cell: SheetCell, place: string) {
  if (typeof cell === 'string')
    return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
  const { value, style } = typeof cell === 'number' ? { value: cell, style: 0 } : cell
  return `<c r="${place}" s="${style}"><v>${value}</v></c>`
}

/** Returns the name of a column: A, B, …, Z, AA, … */
const columnName = (x: number): string =>
  (x < 26 ? '' : columnName(Math.floor(x / 26) - 1)) + String.fromCharCode(65 + (x % 26))

function sheetXml({ rows, hidden = [] }: Sheet) {
  const lines = rows.map((cells, y) => {
    const attributes = `r="${y + 1}"${hidden.includes(y + 1) ? ' hidden="1"' : ''}`
    return `<row ${attributes}>${cells.map((cell, x) => cellXml(cell, `${columnName(x)}${y + 1}`)).join('')}</row>`
  })
  return `<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`
}

/** Makes a workbook of a spreadsheet program (.xlsx) with these sheets. */
export function workbook(...sheets: readonly Sheet[]): Uint8Array<ArrayBuffer> {
  const parts = {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets
      .map(
        ({ name, state }, i) =>
          `<sheet name="${name}" sheetId="${i + 1}"${state ? ` state="${state}"` : ''} r:id="rId${i + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}">${[...sheets, undefined]
      .map((sheet, i) =>
        sheet
          ? `<Relationship Id="rId${i + 1}" Type="${office}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`
          : `<Relationship Id="rId${i + 1}" Type="${office}/styles" Target="styles.xml"/>`,
      )
      .join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats
      .map((format, i) => `<numFmt numFmtId="${164 + i}" formatCode="${format}"/>`)
      .join('')}</numFmts><cellXfs count="${formats.length}">${formats
      .map((_, i) => `<xf numFmtId="${i === 0 ? 0 : 164 + i}" applyNumberFormat="1"/>`)
      .join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(sheets.map((sheet, i) => [`xl/worksheets/sheet${i + 1}.xml`, sheetXml(sheet)])),
  }
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, new TextEncoder().encode(text)])),
  )
}
