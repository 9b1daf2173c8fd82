export type CsvCell = string | number | boolean | null

/**
 * Matches text that a spreadsheet may treat as a formula: it starts with a tab, a line break or a formula sign. The sign may be
 * full-width or follow blanks. Such text also matches with apostrophes before it, and so gets another apostrophe: otherwise a
 * reader could not distinguish the text's own apostrophe from one that the export added.
 */
const startsFormula = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/

/** Returns the original text of an exported cell, without the apostrophe that keeps a spreadsheet from treating it as a formula. */
export const withoutFormulaApostrophe = (cell: string) =>
  cell.startsWith("'") && startsFormula.test(cell.slice(1)) ? cell.slice(1) : cell

function cellOf(value: CsvCell): string {
  if (value === null) return ''
  const text = String(value)
  const harmless = typeof value === 'string' && startsFormula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** The character at the start of a file that tells spreadsheet programs that the file is UTF-8. */
const byteOrderMark = '\ufeff'

/** Formats rows as CSV (RFC 4180). A text that looks like a formula gets a leading apostrophe. */
export const csvRowsText = (rows: readonly (readonly CsvCell[])[]) =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

/** Returns the lines as a CSV file. */
export const csvFile = (lines: readonly string[]) =>
  new Blob([byteOrderMark, ...lines], { type: 'text/csv;charset=utf-8' })

/** Returns a whole CSV file as text. */
export const csvText = (rows: readonly (readonly CsvCell[])[]) => byteOrderMark + csvRowsText(rows)
