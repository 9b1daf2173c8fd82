import { test } from './watched-test.ts'

/**
 * Returns a word for names that neither the other screen size nor another attempt of a test uses. Each attempt needs names of its
 * own, because a failed attempt leaves its data behind.
 */
export function wordHere() {
  const word = isPhone() ? 'Phone' : 'Desktop'
  return triesBefore() === 0 ? word : word + String.fromCharCode('A'.charCodeAt(0) + triesBefore())
}

export const isPhone = () => test.info().project.name === 'phone'
const triesBefore = () => test.info().retry + 5 * test.info().repeatEachIndex

export const nameHere = (first: string) => `${first} ${wordHere()}`

/** Returns an email address that neither the other screen size nor another attempt of a test uses. */
export const addressHere = (local: string, host = 'demo.carelane.example') =>
  `${local}.${wordHere().toLowerCase()}@${host}`

/**
 * Returns the distance in days from today, at least `first`, to a day that neither the other screen size nor another attempt of a
 * test uses.
 */
export const daysAheadHere = (first: number) => first + 2 * triesBefore() + (isPhone() ? 1 : 0)
