import { languages } from '#shared/model/delivery-form.ts'

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
