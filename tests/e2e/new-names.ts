import { test } from './watched-test.ts'

/**
 * A word for names that no other screen size and no other try of a test uses: what a try that failed has left behind is
 * still there in the next one.
 */
export function wordHere() {
  const word = isPhone() ? 'Phone' : 'Desktop'
  return triesBefore() === 0 ? word : word + String.fromCharCode('A'.charCodeAt(0) + triesBefore())
}

export const isPhone = () => test.info().project.name === 'phone'
const triesBefore = () => test.info().retry + 5 * test.info().repeatEachIndex

export const nameHere = (first: string) => `${first} ${wordHere()}`

/** An e-mail address in the same way. */
export const addressHere = (local: string, host = 'demo.carelane.example') =>
  `${local}.${wordHere().toLowerCase()}@${host}`

/** How many days from today a day lies that none of them shares, not before `first`. */
export const dayHere = (first: number) => first + 2 * triesBefore() + (isPhone() ? 1 : 0)
