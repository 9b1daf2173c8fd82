type Cell = string | number | boolean | null

/** What a spreadsheet would take for the beginning of a formula, in full width and behind blanks too. */
const startsFormula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/

function cellOf(value: Cell): string {
  if (value === null) return ''
  const text = String(value)
  const harmless = typeof value === 'string' && startsFormula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** RFC 4180, with a mark at the start by which spreadsheets know that it is UTF-8. A text that looks like a formula gets an apostrophe. */
export const csvOf = (rows: readonly (readonly Cell[])[]) =>
  `\ufeff${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`
