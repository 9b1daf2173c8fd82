/**
 * Returns the rows of a CSV text with their cells. The text must be written as RFC 4180 says, and each line must end with CRLF, the
 * last one too. Throws otherwise, for example if a quotation mark is in the wrong place. Only a last line that ends with a comma is
 * left out without an error.
 */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const cell = /"((?:[^"]|"")*)"(,|\r\n)|([^",\r\n]*)(,|\r\n)/y
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const found = cell.exec(text)
    if (!found) throw new Error(`No cell begins at ${at}: ${text.slice(at, at + 20)}`)
    const [, quoted, quotedEnd, plain = '', plainEnd] = found
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if ((quotedEnd ?? plainEnd) === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
