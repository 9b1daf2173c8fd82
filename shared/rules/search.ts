import { foldText, partsBetweenApostrophes, spellUmlauts } from './fold-text.ts'

export const keepDigits = (text: string) => text.replace(/\D/g, '')

/** Converts a text to lower case and removes its accents, blanks and punctuation. */
export const bareText = (text: string) => foldText(text).replace(/[\s\p{P}]+/gu, '')

/** A full stop between two initials, as in `J.R.`, which are one word. */
const stopBetweenInitials = /(?<=(?<!\p{L})\p{L})\.(?=\p{L}(?!\p{L}))/gu

/** What ends a word: blanks, dashes, parentheses, quotation marks, and the stops, commas and middle dots of many scripts. */
const separators = /[\s\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}".,;:/،؛、。·・‧]+/u

/** Splits a text into words, folded. Apostrophes and full stops between initials end no word. */
const wordsOf = (text: string) => foldText(text).replace(stopBetweenInitials, '').split(separators).filter(Boolean)

const phoneLike = /^[\d\s()+.-]+$/

/** The most characters of a word that the index stores. Longer words that begin alike cannot be told apart. */
export const indexedWordLengthLimit = 60

/** Shortens a text to the limit. It cuts by whole characters, because DynamoDB refuses half a surrogate pair. */
export const cutIndexedText = (text: string) => [...text].slice(0, indexedWordLengthLimit).join('')

/**
 * The most words for one patient. A change of a patient is one transaction of at most 100 items, and it may have to remove all old
 * words and add as many new ones.
 */
export const indexedWordsLimit = 40

export interface FindablePatient {
  name: string
  phone: string
  email: string
  city: string
  zip_code: string
}

/** A character with which a syllable of a script begins that is written without blanks. */
const syllable = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u1100-\\u1112]'
const syllables = new RegExp(syllable, 'gu')

/** A word that people join with the next one, as in `de la Cruz`, `al Hassan` and `Mc Donald`, or that needs no blank after it. */
const joinedWord = new RegExp(`^(\\p{L}{1,3}$|${syllable})`, 'u')

/** Joins each short word with the words after it, up to the first long one: `de la cruz` gives `delacruz` and `lacruz`. */
function joinedWords(words: readonly string[]): string[] {
  return words.slice(0, -1).flatMap((word, i) => {
    if (!joinedWord.test(word)) return []
    const end = words.findIndex((next, at) => at > i && !joinedWord.test(next))
    return [words.slice(i, end < 0 ? undefined : end + 1).join('')]
  })
}

/** Returns what remains of a word of a script without blanks after each of its syllables, because a given name may begin there. */
const wordTails = (word: string) =>
  Array.from(word.matchAll(syllables), ({ index }) => index).flatMap((index) => (index > 0 ? [word.slice(index)] : []))

/**
 * Returns further words by which people look for a name: parts behind an apostrophe, the parts of a name with a hyphen as one word,
 * umlauts spelled with two letters, short words joined with the next, and given names that follow without a blank.
 */
function otherWordsOf(name: string): string[] {
  const words = wordsOf(name)
  const behindApostrophes = name.split(/\s+/).flatMap((part) => partsBetweenApostrophes(part).slice(1).flatMap(wordsOf))
  const joined = joinedWords(words)
  const others = [
    ...behindApostrophes.filter((word) => word.length > 1),
    ...name.split(/[\s,;()]+/).flatMap((part) => (/\p{L}\p{P}\p{L}/u.test(part) ? wordsOf(part).join('') : [])),
    ...wordsOf(spellUmlauts(name)),
    ...joined,
    ...[...words, ...joined].flatMap(wordTails),
  ]
  return [...new Set(others)].filter((word) => !words.includes(word))
}

/**
 * Returns the words under which a patient is found: each word of the name and of the city, the phone's digits and its last four
 * digits, the e-mail address, the ZIP code, and other spellings of the name. A search may use just the beginning of a word.
 */
export function patientIndexWords(patient: FindablePatient): string[] {
  const phone = keepDigits(patient.phone)
  const words = [
    phone,
    phone.slice(-4),
    foldText(patient.email),
    keepDigits(patient.zip_code),
    ...wordsOf(patient.zip_code),
    ...wordsOf(patient.name),
    ...wordsOf(patient.city),
    ...otherWordsOf(patient.name),
  ]
  const distinct = new Set(words.filter(Boolean).map(cutIndexedText))
  return [...distinct].slice(0, indexedWordsLimit).sort()
}

/**
 * Whether a whole query is one phone number: digits and separators, with a plus, a dot or a parenthesis among them, or with at
 * least seven digits and a blank after the first one to three, as in `555 010 0142`. In `06510 0142` the blank separates two words.
 */
export const isPhoneQuery = (text: string) =>
  phoneLike.test(text) && (/[()+.]/.test(text) || (keepDigits(text).length >= 7 && /^\d{1,3}\s/.test(text)))

/** Forms of address, which are not part of a name in the directory. */
const titles: ReadonlySet<string> = new Set('mr mrs ms miss mx dr prof rev sr sra srta herr frau mme'.split(' '))

/**
 * Returns the words of a query, all of which must match. Of phone numbers and numeric ZIP codes, only the digits are left, and a
 * title counts only if it is the whole query.
 */
export function queryWords(query: string): string[] {
  const text = foldText(query)
  const words = isPhoneQuery(text) ? [keepDigits(text)] : text.split(/\s+/).flatMap(wordsOfPart)
  const named = words.filter((word) => word && !titles.has(word))
  return [...new Set((named.length > 0 ? named : words.filter(Boolean)).map(cutIndexedText))]
}

function wordsOfPart(part: string): string[] {
  if (part.includes('@')) return [part.replace(/^[<("]+|[>)",;]+$/g, '')]
  return phoneLike.test(part) ? [keepDigits(part)] : wordsOf(part)
}

/** The most rotations of a name that are stored. */
const rotationsLimit = 6

/**
 * Returns the rotations of a name, one beginning with each of its first six words: `eva novak` and `novak eva`. Other spellings of
 * its words stand behind them, and are in front once, too.
 */
export function nameRotations(name: string): string[] {
  const words = wordsOf(name)
  const others = otherWordsOf(name)
  const rotations = [
    ...words.map((_, i) => [...words.slice(i), ...words.slice(0, i), ...others]),
    ...others.map((other) => [other, ...words, ...others.filter((one) => one !== other)]),
  ]
  return [...new Set(rotations.slice(0, rotationsLimit).map((rotation) => cutIndexedText(rotation.join(' '))))]
}

/** Returns the normalised form of a name, by which the directory is sorted. */
export const nameKey = (name: string) => cutIndexedText(wordsOf(name).join(' '))
