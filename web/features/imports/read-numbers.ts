/** The sign that stands before the decimals in a number. */
type DecimalMark = '.' | ','

/** The decimal mark of a column of numbers; `both` if the column uses both, or undefined if its numbers do not tell. */
export type NumberStyle = DecimalMark | 'both' | undefined

const ambiguousText =
  'This number can be read in two ways, because the column has both decimal points and decimal commas'

/** Matches the blank or the apostrophe between the thousands of a number, and the digit before it. */
const groupMark = /(\d)[\s'’](?=\d{3}(?!\d))/g
const currency = /\b(?:us)?\$|[$€£]|\busd\b/gi

interface WrittenNumber {
  sign: number
  /** The digits with the points and commas between them. */
  digits: string
}

function writtenNumber(cell: string): WrittenNumber | undefined {
  const bare = cell.replace(currency, '').replace(/\u2212/g, '-')
  const text = bare
    .replace(/^([(+-]?)\s+/, '$1')
    .replace(groupMark, '$1')
    .trim()
  // Accountants write negative amounts in parentheses, and older programs write the minus at the end.
  const [, inParentheses, before, plain = '', after] = /^(?:\((.+)\)|([+-])?(.+?)\s*(-)?)$/.exec(text) ?? []
  const digits = inParentheses ?? plain
  if (!/^[\d.,]*\d[\d.,]*$/.test(digits) || (before && after)) return undefined
  return { sign: inParentheses !== undefined || before === '-' || after ? -1 : 1, digits }
}

/** Matches a number that has this decimal mark, or none. The other mark may divide its thousands into groups of three. */
const patternOf = (mark: DecimalMark) => {
  const [decimal, group] = mark === '.' ? ['\\.', ','] : [',', '\\.']
  return new RegExp(`^(?:\\d*|[1-9]\\d{0,2}(?:${group}\\d{3})+)(?:${decimal}\\d*)?$`)
}
const patterns = { '.': patternOf('.'), ',': patternOf(',') }

const amountOf = (digits: string, mark: DecimalMark) =>
  Number(mark === '.' ? digits.replaceAll(',', '') : digits.replaceAll('.', '').replace(',', '.'))

/** Returns the decimal marks with which a number makes sense. `1,234` does with both, but `12,50` and `0,125` do with one alone. */
function marksOf(digits: string): DecimalMark[] {
  return (['.', ','] as const).filter((mark) => patterns[mark].test(digits))
}

/** Returns the decimal mark that a number shows, or undefined if it has no mark or can be read with both. */
function shownMark(cell: string): DecimalMark | undefined {
  const { digits = '' } = writtenNumber(cell) ?? {}
  const [mark, other] = marksOf(digits)
  return /[.,]/.test(digits) && other === undefined ? mark : undefined
}

/**
 * Finds the decimal mark of a column from all its cells. If they do not tell, `beside` is the mark of the file's other columns of
 * numbers.
 */
export function numberStyleOf(cells: readonly string[], beside?: NumberStyle): NumberStyle {
  const marks = new Set(cells.map(shownMark))
  if (marks.has('.') && marks.has(',')) return 'both'
  return marks.has('.') ? '.' : marks.has(',') ? ',' : beside
}

/**
 * Reads a number by the style of its column. A cell that is no number is returned as it is; the schema rejects it. Returns a problem
 * if the column has both decimal marks and the number makes sense with both.
 */
export function readNumberCell(cell: string, style: NumberStyle): { value: number | string } | { problem: string } {
  const written = writtenNumber(cell)
  if (!written) return { value: cell }
  const { sign, digits } = written
  const marks = marksOf(digits)
  const [first] = marks
  if (first === undefined) return { value: cell }
  const meanings = new Set(marks.map((mark) => amountOf(digits, mark)))
  if (style === 'both' && meanings.size > 1) return { problem: ambiguousText }
  const mark = marks.find((one) => one === style) ?? first
  return { value: sign * amountOf(digits, mark) }
}
