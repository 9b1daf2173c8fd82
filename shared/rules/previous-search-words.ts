import { cutIndexedText, type FindablePatient, indexedWordsLimit, isPhoneQuery, keepDigits } from './search.ts'

// How the releases before the migration `2026-11-28-search` folded the words of the search index. Search still looks for them, so
// that it finds patients and deliveries whom the migration has not reached. This file goes when it has run in every environment.

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

const wordsOf = (text: string) =>
  fold(text)
    .split(/[\s\p{Pd}]+/u)
    .filter(Boolean)

export function previousIndexWords(patient: FindablePatient): string[] {
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
  return [...new Set(words.filter(Boolean).map(cutIndexedText))].slice(0, indexedWordsLimit).sort()
}

export function previousQueryWords(query: string): string[] {
  const text = fold(query)
  const wordsOfPart = (part: string) => {
    if (part.includes('@')) return [part]
    return /^[\d\s()+.-]+$/.test(part) ? [keepDigits(part)] : wordsOf(part)
  }
  const words = isPhoneQuery(text) ? [keepDigits(text)] : text.split(/\s+/).flatMap(wordsOfPart)
  return [...new Set(words.filter(Boolean).map(cutIndexedText))]
}

export function previousNameRotations(name: string): string[] {
  const words = wordsOf(name)
  const rotations = words.slice(0, 6).map((_, i) => [...words.slice(i), ...words.slice(0, i)].join(' '))
  return [...new Set(rotations.map(cutIndexedText))]
}

export const previousNameKey = (name: string) => cutIndexedText(fold(name))
