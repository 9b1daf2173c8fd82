import Papa from 'papaparse'
import { isKnownColumnHead } from './column-heads.ts'

/** A row of a text table. `isBroken` if a quotation mark in it is not closed; its cells are then as they stand in the file. */
export interface TextLine {
  cells: string[]
  isBroken: boolean
}

const quote = '"'

/**
 * Splits a text into the rows of its table. A quotation mark that is not closed spoils its own row alone: the rows below it are
 * read.
 */
export function readTextLines(content: string): TextLine[] {
  // Use the same line breaks throughout, because a file may mix several kinds.
  const whole = content.replace(/\r\n?/g, '\n')
  // Spreadsheets write and read this line, which is no row of the table.
  const [named = '', mark] = /^sep=(.)\n/i.exec(whole) ?? []
  const text = whole.slice(named.length)
  const delimiter = mark ?? guessDelimiter(text)
  const lines: TextLine[] = []
  for (let at = 0; at < text.length; ) {
    const broken = readUntilBroken(text.slice(at), delimiter, lines)
    if (!broken) break
    const start = at + broken.start
    const end = endOfLine(text, at + broken.quote)
    lines.push({ cells: text.slice(start, end).split(delimiter), isBroken: true })
    at = end + 1
  }
  return lines
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

const delimiters = [',', ';', '\t', '|']

/** In how many lines at the top the heads are looked for. */
const linesAbove = 20

/** Returns the separator with which a line has the most known heads. Without any known head, the parser guesses from all cells. */
function guessDelimiter(text: string): string {
  const lines = text.split('\n', linesAbove)
  const headsWith = (delimiter: string) =>
    Math.max(
      ...lines.map((line) => line.split(delimiter).filter((cell) => isKnownColumnHead(withoutQuotes(cell))).length),
    )
  const counts = delimiters.map((delimiter) => ({ delimiter, heads: headsWith(delimiter) }))
  const best = counts.reduce((one, other) => (other.heads > one.heads ? other : one))
  if (best.heads > 1) return best.delimiter
  return Papa.parse(text, { newline: '\n', preview: linesAbove, delimitersToGuess: delimiters }).meta.delimiter
}

const withoutQuotes = (cell: string) => cell.trim().replace(/^"|"$/g, '')

/**
 * Adds the rows of a text to `lines`, up to the first row with a broken quotation mark. Returns where that row starts, and where its
 * quotation mark is.
 */
function readUntilBroken(text: string, delimiter: string, lines: TextLine[]) {
  let start = 0
  let broken: { start: number; quote: number } | undefined
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    step({ data, errors: [error], meta: { cursor } }, parser) {
      const raw = text.slice(start, cursor)
      const upTo = error?.index === undefined ? raw : text.slice(start, endOfLine(text, error.index))
      const swallows = hasSwallowed(upTo, delimiter)
      if (error || swallows) {
        broken = { start, quote: swallows ? start : (error?.index ?? start) }
        parser.abort()
        return
      }
      const spaced = withoutSpacesBeforeQuotes(raw, data, delimiter)
      lines.push(spaced ?? { cells: data, isBroken: false })
      start = cursor
    },
  })
  return broken
}

/**
 * Whether a row contains several rows of the file, because a quotation mark at the beginning of a cell was closed only in a later
 * row. Then each of its lines is a whole row by itself. The lines of a true cell of several lines are not.
 */
function hasSwallowed(raw: string, delimiter: string): boolean {
  if (!raw.includes(quote)) return false
  const lines = raw.replace(/\n$/, '').split('\n')
  const widths = new Set(lines.map((line) => line.split(delimiter).length))
  const [width = 0] = widths
  return lines.length > 1 && widths.size === 1 && width > 2
}

/**
 * Reads a row all of whose quoted cells have spaces before their quotation marks: `1, "Doe, Jane"`. Returns undefined for other rows.
 */
function withoutSpacesBeforeQuotes(raw: string, cells: readonly string[], delimiter: string): TextLine | undefined {
  if (delimiter.trim() === '' || !cells.some((cell) => /^ +"/.test(cell))) return undefined
  const mark = delimiter.replace(/\W/g, '\\$&')
  if (new RegExp(`(^|${mark})${quote}`).test(raw)) return undefined
  const line = raw.replace(/\n$/, '')
  const bare = line
    .replace(new RegExp(`(^|${mark}) +${quote}`, 'g'), `$1${quote}`)
    .replace(new RegExp(`${quote} +(?=${mark}|$)`, 'g'), quote)
  const { data, errors } = Papa.parse<string[]>(bare, { delimiter, newline: '\n' })
  const [read] = data
  return errors.length === 0 && data.length === 1 && read
    ? { cells: read, isBroken: false }
    : { cells: line.split(delimiter), isBroken: true }
}
