import { digitPattern, lowercasePattern, specialCharacterPattern, uppercasePattern } from './password.ts'

const guessable = /123|abc|qwerty|asdf|zxcv/

const highestStrength = 6

/** Returns a password's score from 0 to 7. From 6 on, the bar of the strength meter is full. */
export function passwordScore(password: string): number {
  const points = [
    password.length >= 12 ? 2 : password.length >= 8 ? 1 : 0,
    uppercasePattern.test(password) ? 1 : 0,
    lowercasePattern.test(password) ? 1 : 0,
    digitPattern.test(password) ? 1 : 0,
    specialCharacterPattern.test(password) ? 2 : 0,
    guessable.test(password) ? -1 : 0,
  ]
  return Math.max(
    0,
    points.reduce((sum, point) => sum + point, 0),
  )
}

type Strength = 'Strong' | 'Good' | 'Weak' | 'Very Weak'

/** Returns the word that the strength meter shows, and the filled part of its bar, from 0 to 1. */
export function passwordStrength(password: string): { strength: Strength; filled: number } {
  const score = passwordScore(password)
  const strength = score >= 6 ? 'Strong' : score >= 4 ? 'Good' : score >= 2 ? 'Weak' : 'Very Weak'
  return { strength, filled: Math.min(1, score / highestStrength) }
}
