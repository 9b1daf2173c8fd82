/** Removes accents and the blanks at both ends, and converts a text to lower case, so that `jose` finds `José`. */
const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

export const keepDigits = (text: string) => text.replace(/\D/g, '')

/** Converts a text to lower case and removes its accents, blanks and punctuation. */
export const bareText = (text: string) => fold(text).replace(/[\s\p{P}]+/gu, '')

/** Splits a text into words at blanks and dashes, in lower case and without accents. */
const wordsOf = (text: string) =>
  fold(text)
    .split(/[\s\p{Pd}]+/u)
    .filter(Boolean)

const phoneLike = /^[\d\s()+.-]+$/

/** The most characters of a word that the index stores. Longer words that begin alike cannot be told apart. */
export const indexedWordLengthLimit = 60

/** Shortens a text to the limit. It cuts by whole characters, because DynamoDB refuses half a surrogate pair. */
const cut = (text: string) => [...text].slice(0, indexedWordLengthLimit).join('')

/**
 * The most words for one patient. A change of a patient is one transaction of at most 100 items, and it may have to remove all old
 * words and add as many new ones.
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
 * Returns the words under which a patient is found: each word of the name and of the city, the phone's digits and its last four
 * digits, the e-mail address and the ZIP code. A search may use just the beginning of a word.
 */
export function patientIndexWords(patient: Findable): string[] {
  const phone = keepDigits(patient.phone)
  const words = [
    phone,
    phone.slice(-4),
    fold(patient.email),
    keepDigits(patient.zip_code),
    ...wordsOf(patient.zip_code),
    ...wordsOf(patient.name),
    ...wordsOf(patient.city),
  ]
  const distinct = new Set(words.filter(Boolean).map(cut))
  return [...distinct].slice(0, wordsLimit).sort()
}

/**
 * Whether a whole query is one phone number: digits and separators, with a plus, a dot or a parenthesis among them, or with at
 * least seven digits and a blank after the first one to three, as in `555 010 0142`. In `06510 0142` the blank separates two words.
 */
const isPhone = (text: string) =>
  phoneLike.test(text) && (/[()+.]/.test(text) || (keepDigits(text).length >= 7 && /^\d{1,3}\s/.test(text)))

/** Returns the words of a query, all of which must match. Of phone numbers and numeric ZIP codes, only the digits are left. */
export function queryWords(query: string): string[] {
  const text = fold(query)
  const words = isPhone(text) ? [keepDigits(text)] : text.split(/\s+/).flatMap(wordsOfPart)
  return [...new Set(words.filter(Boolean).map(cut))]
}

function wordsOfPart(part: string): string[] {
  if (part.includes('@')) return [part]
  return phoneLike.test(part) ? [keepDigits(part)] : wordsOf(part)
}

/** The most rotations of a name that are stored. */
const sayingsLimit = 6

/** Returns the rotations of a name, one beginning with each of its first six words: `eva novak` and `novak eva`. */
export function nameRotations(name: string): string[] {
  const words = wordsOf(name)
  const sayings = words.slice(0, sayingsLimit).map((_, i) => [...words.slice(i), ...words.slice(0, i)].join(' '))
  return [...new Set(sayings.map(cut))]
}

/** Returns the normalised form of a name, by which the directory is sorted. */
export const nameKey = (name: string) => cut(fold(name))
