/** Server only: no hash work is done for more. */
export const passwordLimit = 128

const commonWords = /password|123456|qwerty|letmein|welcome/i
const guessable = /123|abc|qwerty|asdf|zxcv/i
const uppercase = /[A-Z]/
const lowercase = /[a-z]/
const digit = /\d/
const special = /[^A-Za-z0-9]/

/** What a new password has to hold, in the order of the checklist; `message` says what is missing. */
export const passwordRules = [
  {
    name: 'length',
    label: 'At least 12 characters',
    message: 'Password must be at least 12 characters',
    holds: (password: string) => password.length >= 12,
  },
  {
    name: 'uppercase',
    label: 'One uppercase letter',
    message: 'Must contain at least one uppercase letter (A-Z)',
    holds: (password: string) => uppercase.test(password),
  },
  {
    name: 'lowercase',
    label: 'One lowercase letter',
    message: 'Must contain at least one lowercase letter (a-z)',
    holds: (password: string) => lowercase.test(password),
  },
  {
    name: 'digit',
    label: 'One number',
    message: 'Must contain at least one number (0-9)',
    holds: (password: string) => digit.test(password),
  },
  {
    name: 'special',
    label: 'One special character',
    message: 'Must contain at least one special character (!@#$%^&*)',
    holds: (password: string) => special.test(password),
  },
  {
    name: 'uncommon',
    label: 'No common words or patterns',
    message: 'Avoid common words and patterns',
    holds: (password: string) => !commonWords.test(password),
  },
] as const

const highestStrength = 6

/** 0 to 7; the bar is full from 6 on. */
export function passwordScore(password: string): number {
  const points = [
    password.length >= 12 ? 2 : password.length >= 8 ? 1 : 0,
    uppercase.test(password) ? 1 : 0,
    lowercase.test(password) ? 1 : 0,
    digit.test(password) ? 1 : 0,
    special.test(password) ? 2 : 0,
    guessable.test(password) ? -1 : 0,
  ]
  return Math.max(
    0,
    points.reduce((sum, point) => sum + point, 0),
  )
}

type Strength = 'Strong' | 'Good' | 'Weak' | 'Very Weak'

/** The strength meter: its word, and how much of the bar is filled, 0 to 1. */
export function passwordStrength(password: string): { strength: Strength; filled: number } {
  const score = passwordScore(password)
  const strength = score >= 6 ? 'Strong' : score >= 4 ? 'Good' : score >= 2 ? 'Weak' : 'Very Weak'
  return { strength, filled: Math.min(1, score / highestStrength) }
}
