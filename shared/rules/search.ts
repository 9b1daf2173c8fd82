/** Lower case, without accents: `José` is found by `jose`. */
const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

export const digitsOf = (text: string) => text.replace(/\D/g, '')

/** Letters and digits alone: case, accents, blanks and separators do not count. */
export const bareText = (text: string) => fold(text).replace(/[\s\p{P}]+/gu, '')

/** Words end at blanks and hyphens. */
const wordsOf = (text: string) =>
  fold(text)
    .split(/[\s\p{Pd}]+/u)
    .filter(Boolean)

const phoneLike = /^[\d\s()+.-]+$/

/** Longer prefixes than this, in characters, are not told apart by the index. */
export const wordLimit = 60

/** Half a character is no text that a table takes. */
const cut = (text: string) => [...text].slice(0, wordLimit).join('')

/** A patient with all their words is written in one transaction of at most 100 items, the old words among them. */
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
  const distinct = new Set(words.filter(Boolean).map(cut))
  return [...distinct].slice(0, wordsLimit).sort()
}

/** Blanks stand inside a phone that begins with a short group, as in `555 010 0142`; in `06510 0142` they part two words. */
const isPhone = (text: string) =>
  phoneLike.test(text) && (/[()+.]/.test(text) || (digitsOf(text).length >= 7 && /^\d{1,3}\s/.test(text)))

/** The words of a query, all of which have to match. What may be a phone or a ZIP is compared by its digits. */
export function queryWords(query: string): string[] {
  const text = fold(query)
  const words = isPhone(text) ? [digitsOf(text)] : text.split(/\s+/).flatMap(wordsOfPart)
  return [...new Set(words.filter(Boolean).map(cut))]
}

function wordsOfPart(part: string): string[] {
  if (part.includes('@')) return [part]
  return phoneLike.test(part) ? [digitsOf(part)] : wordsOf(part)
}

/** From more of its words on no name is said. */
const sayingsLimit = 6

/** A name as it may be said, once from each of its words on: `eva novak` and `novak eva`. */
export function sayingsOf(name: string): string[] {
  const words = wordsOf(name)
  const sayings = words.slice(0, sayingsLimit).map((_, i) => [...words.slice(i), ...words.slice(0, i)].join(' '))
  return [...new Set(sayings.map(cut))]
}

/** The key by which a directory is listed: folded name. */
export const nameKey = (name: string) => cut(fold(name))
