/** Lower case, without accents: `José` is found by `jose`. */
const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** Words end at blanks and hyphens. */
const wordsOf = (text: string) =>
  fold(text)
    .split(/[\s\p{Pd}]+/u)
    .filter(Boolean)

const phoneLike = /^[\d\s()+.-]+$/

/** Longer prefixes than this are not told apart by the index. */
export const wordLimit = 60

/** A patient with all his words is written in one transaction of at most 100 items, his old words among them. */
const wordsLimit = 40

interface Findable {
  name: string
  phone: string
  email: string
  city: string
  zip_code: string
}

/**
 * What a patient is found by: every word of name and city, the phone's digits and its last four, e-mail, ZIP.
 * Each is matched from its start.
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
  const distinct = new Set(words.filter(Boolean).map((word) => word.slice(0, wordLimit)))
  return [...distinct].slice(0, wordsLimit).sort()
}

/**
 * The words of a query, all of which have to match. Digits with phone punctuation count as one number when they are long
 * enough for one: `(555) 010-0123` is not three words.
 */
export function queryWords(query: string): string[] {
  const text = fold(query)
  if (!text) return []
  if (phoneLike.test(text) && (digitsOf(text).length >= 7 || /[()+.]/.test(text))) {
    const digits = digitsOf(text)
    return digits ? [digits.slice(0, wordLimit)] : []
  }
  const words = text.split(/\s+/).flatMap((word) => (word.includes('@') ? [word] : wordsOf(word)))
  return [...new Set(words.map((word) => word.slice(0, wordLimit)))]
}

/** The key by which a directory is listed: folded name. */
export const nameKey = (name: string) => fold(name).slice(0, wordLimit)
