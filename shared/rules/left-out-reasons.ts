/**
 * The reasons why a number in an auditor's letter is not taken for a prescription number, with the texts that are shown next to the
 * number.
 */
export const leftOutReasonLabels = {
  own: 'Your own number',
  phone: 'Phone or fax',
  ndc: 'NDC code',
  case: 'Case or reference',
  id: 'Other ID',
  address: 'Address',
  drug: 'Strength or quantity',
  day: 'Date or time',
  column: 'Other column',
} as const
export type LeftOutReason = keyof typeof leftOutReasonLabels

/** The organisation's own numbers. An auditor's letter to the organisation often contains them. */
export interface OrganisationNumbers {
  npi_number: string
  nabp_number: string
  phone_number: string
  fax_number: string
}

const states =
  'A[KLRZ]|C[AOT]|D[CE]|FL|G[AU]|HI|I[ADLN]|K[SY]|LA|M[ADEINOPST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY]'
const stateNames =
  'Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|' +
  'Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|' +
  'New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|' +
  'South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming'
const streets =
  'Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Drive|Dr|Lane|Ln|Way|Plaza|Parkway|Pkwy|Court|Ct|Highway|Hwy|Circle|Cir|Square|Sq'
const units = 'mcg|mg|ml|iu|meq|units?|tab(?:let)?s?|cap(?:sule)?s?|pills?|doses?|days?|hours?|pages?'
const place = String.raw`(?<=[A-Za-z.],? {1,2})(?:${states}|${stateNames}),? {1,2}\d{5}(?:-\d{4})?(?![\w-])`

/** Matches web and e-mail addresses. Digits in them never belong to a prescription. */
const links = /(?:https?:\/\/|www\.)\S{1,200}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/gi

/** Patterns of text that is not a prescription number, unless the text before it or the column of a table says that it is one. */
const spans: readonly (readonly [LeftOutReason, RegExp])[] = [
  ['ndc', /(?<![\w-])(?:\d{5}-\d{4}-\d{2}|\d{4}-\d{4}-\d{2}|\d{5}-\d{3}-\d{2}|\d{5}-\d{4}-\d)(?![\w-])/g],
  ['phone', /(?<![\w-])(?:\+?1[-. ]?)?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?![\w-])/g],
  ['address', new RegExp(place, 'g')],
  ['address', new RegExp(String.raw`(?<![\w-])\d{1,5} (?:[A-Z][\w.]{0,30} ){1,3}(?:${streets})\b`, 'g')],
  // If a blank precedes the unit, only a number of up to four digits is taken for a strength. A longer one may be a prescription
  // number, followed by a name such as `Day`.
  ['drug', new RegExp(String.raw`(?<![\w.,-])(?:\d{1,6}(?:\.\d{1,4})?|\d{1,3},\d{3})(?:${units}|gm?)\b`, 'gi')],
  ['drug', new RegExp(String.raw`(?<![\w.,-])(?:\d{1,4}(?:\.\d{1,4})?|\d{1,3},\d{3}) (?:${units})\b`, 'gi')],
  ['day', /(?<![\w:])\d{1,2}:\d{2}(?::\d{2})? ?(?:[ap]\.?m\b\.?)?/gi],
  ['day', /(?<![\w-])\d{1,2}(?:st|nd|rd|th)\b/gi],
  ['day', /(?<![\w-])20[0-4]\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?![\w-])/g],
]

/**
 * The text that may come between a label and its number: blanks, the characters `.`, `:` and `#`, and at most one word such as
 * `no`.
 */
const between = String.raw`[\s.:#]*(?:(?:no|nr|num|number|numbers|id|ids|code|is)\b[\s.:#]*)?$`
const labelled = (words: string) => new RegExp(String.raw`\b(?:${words})\b${between}`, 'i')

const prescription = labelled('rx|rxs|prescriptions?|scripts?')
const labels: readonly (readonly [LeftOutReason, RegExp])[] = [
  ['phone', labelled('tel|telephone|phone|ph|fax|facsimile|call|ext|extension')],
  ['ndc', labelled('ndc')],
  [
    'case',
    labelled(
      'case|audit|reference|ref|file|claim|letter|notice|invoice|ticket|batch|check|transaction|icn|tcn|contract|policy|form|section|cfr|usc|version',
    ),
  ],
  [
    'id',
    labelled(
      'npi|nabp|ncpdp|dea|license|member|subscriber|cardholder|patient|prescriber|physician|medicaid|medicare|mbi|group|grp|bin|pcn|tax|ein|' +
        'account|acct|provider|pharmacy|store|auth|authorization|lot|qty|quantity',
    ),
  ],
  ['address', labelled('suite|ste|box|room|floor|zip')],
]

/** The most characters of a label, including everything between the label and its number. */
const labelLength = 48

/**
 * Returns the last `labelLength` characters before a number, where its label can be. Searching the whole line for each number would
 * take minutes for a long line.
 */
const justBefore = (line: string, at: number) => line.slice(Math.max(0, at - labelLength), at)

const digitsOf = (text: string) => text.replace(/\D/g, '')

const blank = (text: string) => ' '.repeat(text.length)

/**
 * Replaces text that cannot be a prescription number by blanks. Returns the new line and, except for web and e-mail addresses, each
 * replaced text with the reason. `isPrescription` says which positions must keep their text, unless it is such an address.
 */
export function blankOutNonPrescriptions(line: string, isPrescription: (at: number) => boolean) {
  const leftOut: [text: string, why: LeftOutReason][] = []
  let rest = line.replace(links, blank)
  for (const [why, pattern] of spans)
    rest = rest.replace(pattern, (text: string, at: number) => {
      // If the text before a number calls it a prescription, it is one, whatever form it has.
      if (isPrescription(at) || prescription.test(justBefore(rest, at))) return text
      leftOut.push([text.trim(), why])
      return blank(text)
    })
  return { line: rest, leftOut }
}

/**
 * Returns why the word at a position is no prescription number. This follows from the text before the word, from the organisation's
 * own numbers, or from the word itself, which may be a year. Undefined if the word may be a prescription number.
 */
export function findLeftOutReason(word: string, [line, at]: [line: string, at: number], own: OrganisationNumbers) {
  const before = justBefore(line, at)
  if (prescription.test(before)) return undefined
  const digits = digitsOf(word)
  const ownNumbers = [own.npi_number, own.nabp_number, own.phone_number, own.fax_number]
  if (digits.length > 4 && ownNumbers.some((number) => digitsOf(number) === digits)) return 'own'
  const label = labels.find(([, pattern]) => pattern.test(before))
  if (label) return label[0]
  return /^(?:19|20)\d{2}$/.test(word) ? 'day' : undefined
}
