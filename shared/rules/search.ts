/** In lower case and without accents, so that `jose` finds `José`. */
const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

export const digitsOf = (text: string) => text.replace(/\D/g, '')

/** Only letters and digits: case, accents, blanks and punctuation don't count. */
export const bareText = (text: string) => fold(text).replace(/[\s\p{P}]+/gu, '')

/** Words end at blanks and hyphens. */
const wordsOf = (text: string) =>
  fold(text)
    .split(/[\s\p{Pd}]+/u)
    .filter(Boolean)

const phoneLike = /^[\d\s()+.-]+$/

/** The index does not tell longer prefixes apart. In characters. */
export const wordLimit = 60

/** DynamoDB refuses half a surrogate pair. */
const cut = (text: string) => [...text].slice(0, wordLimit).join('')

/**
 * A patient and all their words are written in one transaction of at most 100 items, which includes the removal of the old words.
 */
const wordsLimit = 40

interface Findable {
  name: string
  phone: string
  email: string
  city: string
  zip_code: string
}

/**
 * The words by which a patient is found: every word of the name and the city, the phone's digits and the last four of them, the
 * e-mail and the ZIP. Each is found by its beginning.
 */
export function searchWords(patient: Findable): string[] {
  const phone = digitsOf(patient.phone)
  const words = [
    phone,
    phone.slice(-4),
    fold(patient.email),
    digitsOf(patient.zip_code),
    ...wordsOf(patient.zip_code),
    ...wordsOf(patient.name),
    ...wordsOf(patient.city),
  ]
  const distinct = new Set(words.filter(Boolean).map(cut))
  return [...distinct].slice(0, wordsLimit).sort()
}

/**
 * Blanks belong to a phone number that begins with a short group, as in `555 010 0142`; in `06510 0142` they separate two words.
 */
const isPhone = (text: string) =>
  phoneLike.test(text) && (/[()+.]/.test(text) || (digitsOf(text).length >= 7 && /^\d{1,3}\s/.test(text)))

/** The words of a query, all of which have to match. Phones and ZIPs are compared by their digits. */
export function queryWords(query: string): string[] {
  const text = fold(query)
  const words = isPhone(text) ? [digitsOf(text)] : text.split(/\s+/).flatMap(wordsOfPart)
  return [...new Set(words.filter(Boolean).map(cut))]
}

function wordsOfPart(part: string): string[] {
  if (part.includes('@')) return [part]
  return phoneLike.test(part) ? [digitsOf(part)] : wordsOf(part)
}

/** The largest number of word orders that are kept of a name. */
const sayingsLimit = 6

/** The rotations of a name, one beginning with each of its words: `eva novak` and `novak eva`. */
export function nameRotations(name: string): string[] {
  const words = wordsOf(name)
  const sayings = words.slice(0, sayingsLimit).map((_, i) => [...words.slice(i), ...words.slice(0, i)].join(' '))
  return [...new Set(sayings.map(cut))]
}

/** The folded name, by which a directory is sorted. */
export const nameKey = (name: string) => cut(fold(name))
