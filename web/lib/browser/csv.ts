export type Cell = string | number | boolean | null

/**
 * What a spreadsheet would take for the beginning of a formula, in full width and behind blanks too. With apostrophes before it, it
 * counts as well, so that nobody has to guess whether the first apostrophe of a cell was in the text.
 */
const startsFormula = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/

/** The text that an exported cell stands for: without the apostrophe that keeps it from being a formula. */
export const plainText = (cell: string) =>
  cell.startsWith("'") && startsFormula.test(cell.slice(1)) ? cell.slice(1) : cell

function cellOf(value: Cell): string {
  if (value === null) return ''
  const text = String(value)
  const harmless = typeof value === 'string' && startsFormula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** By it spreadsheets know that a file is UTF-8. */
const byteOrderMark = '\ufeff'

/** Lines as RFC 4180 has them. A text that looks like a formula gets an apostrophe. */
export const csvLines = (rows: readonly (readonly Cell[])[]) =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

/** The lines as a file. */
export const csvFile = (lines: readonly string[]) =>
  new Blob([byteOrderMark, ...lines], { type: 'text/csv;charset=utf-8' })

/** A whole file as a text. */
export const csvOf = (rows: readonly (readonly Cell[])[]) => byteOrderMark + csvLines(rows)
