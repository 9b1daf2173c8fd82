import { test } from './watched-test.ts'

/**
 * A word for names that no other screen size and no other attempt of a test uses, because a failed attempt leaves its data behind.
 */
export function wordHere() {
  const word = isPhone() ? 'Phone' : 'Desktop'
  return triesBefore() === 0 ? word : word + String.fromCharCode('A'.charCodeAt(0) + triesBefore())
}

export const isPhone = () => test.info().project.name === 'phone'
const triesBefore = () => test.info().retry + 5 * test.info().repeatEachIndex

export const nameHere = (first: string) => `${first} ${wordHere()}`

/** An email address that no other screen size and no other attempt uses. */
export const addressHere = (local: string, host = 'demo.carelane.example') =>
  `${local}.${wordHere().toLowerCase()}@${host}`

/** The distance in days from today to a day that no other screen size and no other attempt uses, at least `first`. */
export const dayHere = (first: number) => first + 2 * triesBefore() + (isPhone() ? 1 : 0)
