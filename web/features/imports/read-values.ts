import { languages } from '#shared/model/delivery-form.ts'
import { cleanPhone, isPhoneNumber, splitPhoneExtension } from '#shared/rules/phone-number.ts'

const flags = new Map<string, boolean>([
  ...['y', 'yes', '1', 'true', 'x', 't', '✓'].map((word) => [word, true] as const),
  ...['n', 'no', '0', 'false', 'f'].map((word) => [word, false] as const),
])

/** Reads yes or no. A cell that is neither is returned as it is; the schema rejects it. */
export const readFlagCell = (cell: string): boolean | string => flags.get(cell.toLowerCase()) ?? cell

const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Reads a language by its name. A cell that is none is returned as it is; the schema rejects it. */
export const readLanguageCell = (cell: string): string =>
  languages.find(({ value, label }) => [value, label].some((text) => bare(text) === bare(cell)))?.value ?? cell

const textWords = ['text', 'texts', 'textmessage', 'sms']
const noticeWords = new Map<string, string>([
  ...['email', 'mail', 'yes', 'y', 'true', '1'].map((word) => [word, 'email'] as const),
  ...textWords.map((word) => [word, 'sms'] as const),
  ...['no', 'n', 'none', 'off', 'false', '0', 'optout', 'optedout'].map((word) => [word, 'none'] as const),
])

/** Reads how a patient gets delivery updates. A cell that says nothing known is returned as it is; the schema rejects it. */
export const readNoticesCell = (cell: string): string => noticeWords.get(bare(cell)) ?? cell

/** Matches what databases, spreadsheets and people write for nothing. */
const emptyWord = /^(?:[(<[]?null[)>\]]?|\\N|#?n\/a|none|nil|nan|undefined|[-–—]+)$/i

export const isEmptyWord = (cell: string): boolean => emptyWord.test(cell)

const lineBreaks = /[\s,]*[\r\n\v\f\u0085\u2028\u2029]+[\s,]*/g

/** Writes the lines of a cell in one line, divided by `between`. */
export const inOneLine = (cell: string, between: ', ' | ' '): string =>
  cell.replace(lineBreaks, between).replaceAll('\t', ' ').trim()

const phoneWords = 'home|house|cell|cellular|mobile|work|office|main|day|evening|phone|telephone|tel|ph|[hcwmpt]'
const phoneLabels = new RegExp(`^\\W*(?:${phoneWords})\\b[^\\d(+]*|[\\s(]+(?:${phoneWords})\\W*$`, 'gi')

/**
 * Reads a phone number. Of several numbers in one cell, perhaps with words for what they are, the first counts. Any other cell is
 * returned as it is; the schema rejects what is no phone number.
 */
export function readPhoneCell(cell: string): string {
  const isNumber = (text: string) => isPhoneNumber(cleanPhone(text)) || splitPhoneExtension(text) !== undefined
  if (isNumber(cell)) return cell
  const parts = cell.split(/[,;/|]+|\s(?:or|and)\s/i).map((part) => part.replace(phoneLabels, '').trim())
  const numbers = parts.filter(Boolean)
  return numbers.every(isNumber) ? (numbers[0] ?? cell) : cell
}

/** Joins the parts of a street address. A house number in a column of its own gets no comma. */
export function joinStreet(parts: readonly string[]): string {
  const [first = '', ...others] = [...new Set(parts)]
  const isHouseNumber = (text: string) => /^\d+\s?[a-z]?$/i.test(text)
  return others.reduce(
    (street, part) =>
      isHouseNumber(street) || (isHouseNumber(part) && !/\d/.test(street)) ? `${street} ${part}` : `${street}, ${part}`,
    first,
  )
}
