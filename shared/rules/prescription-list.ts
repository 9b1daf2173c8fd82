import { months } from './dates.ts'
import { rxKey } from './prescriptions.ts'

/** A prescription number as it was written, with the date beside it. */
interface ListedPrescription {
  rx_number: string
  date?: string
}

const monthNames = months.map((name) => name.toLowerCase())

/** `2026-11-03`, `11/3/26`, `11-03-2026`, `Nov 3, 2026` and `3 Nov 2026`, and no longer number around them. */
const anyDate = new RegExp(
  [
    String.raw`(?<!\w|[-/.])(?:`,
    String.raw`(?<iy>\d{4})[-/.](?<im>\d{1,2})[-/.](?<id>\d{1,2})`,
    String.raw`|(?<um>\d{1,2})[-/.](?<ud>\d{1,2})[-/.](?<uy>\d{4}|\d{2})`,
    String.raw`|(?<nm>[A-Za-z]{3,9})\.?\s(?<nd>\d{1,2})(?:st|nd|rd|th)?,?\s(?<ny>\d{4})`,
    String.raw`|(?<ed>\d{1,2})[\s-](?<em>[A-Za-z]{3,9})\.?,?[\s-](?<ey>\d{4})`,
    String.raw`)(?!\w|[-/]\w)`,
  ].join(''),
  'g',
)

const monthNamed = (name = '') => monthNames.indexOf(name.slice(0, 3).toLowerCase()) + 1

/** `YYYY-MM-DD`, or undefined where the calendar has no such day. */
function dateOf(groups: Readonly<Record<string, string | undefined>>): string | undefined {
  const year = Number(groups.iy ?? groups.uy ?? groups.ny ?? groups.ey)
  const month = Number(groups.im ?? groups.um ?? 0) || monthNamed(groups.nm ?? groups.em)
  const day = Number(groups.id ?? groups.ud ?? groups.nd ?? groups.ed)
  const date = new Date(Date.UTC(year < 100 ? 2000 + year : year, month - 1, day))
  const isReal = month > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : undefined
}

/** Sums of money, with their sign or their cents. */
const money = /[$€£]\s?\d[\d,]*(?:\.\d+)?|(?<![\w.-])\d[\d,]*\.\d{2}(?![\w.-])/g
const separators = /[^A-Za-z0-9-]+/
const isNumber = (word: string) => /^[A-Za-z0-9-]{4,20}$/.test(word) && /\d/.test(word)

/** Stands for a date among words: no word has this character. */
const mark = (date: string) => ` \u0000${date} `

/**
 * The prescription numbers of a letter, a table or a list, each once: words of 4 to 20 letters, digits and hyphens with a digit in them
 * that are no date. A date narrows the number that it follows on the line, or the one that it stands before.
 */
export function listedPrescriptions(text: string): ListedPrescription[] {
  const found = new Map<string, ListedPrescription>()
  for (const line of text.split(/\r?\n/))
    for (const listed of ofLine(line)) {
      const key = `${rxKey(listed.rx_number)} ${listed.date ?? ''}`
      if (!found.has(key)) found.set(key, listed)
    }
  return [...found.values()]
}

function ofLine(line: string): ListedPrescription[] {
  const marked = line
    .replaceAll('\u0000', ' ')
    .replace(anyDate, (match, ...rest) => {
      const date = dateOf(rest.at(-1))
      return date ? mark(date) : match
    })
    .replace(money, ' ')
  const listed: ListedPrescription[] = []
  let before: string | undefined
  for (const [i, part] of marked.split('\u0000').entries()) {
    const date = i > 0 ? part.slice(0, 'YYYY-MM-DD'.length) : undefined
    const last = listed.at(-1)
    // Behind a number its date; in front of one when nothing waits for it.
    if (date && last && !last.date) last.date = date
    else before = date
    const words = (date ? part.slice(date.length) : part).split(separators).filter(isNumber)
    for (const rx_number of words) {
      listed.push({ rx_number, ...(before && { date: before }) })
      before = undefined
    }
  }
  return listed
}
