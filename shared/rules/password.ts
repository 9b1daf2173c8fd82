/**
 * The most characters of a new password. The limit keeps the server from hashing a longer one. It isn't among the rules of the
 * checklist below.
 */
export const passwordLimit = 128

const commonWords = /password|123456|qwerty|letmein|welcome/i
export const uppercasePattern = /[A-Z]/
export const lowercasePattern = /[a-z]/
export const digitPattern = /\d/
export const specialCharacterPattern = /[^A-Za-z0-9]/

/**
 * The rules for a new password, in the order of the checklist on the screen. `message` is the error for a password that breaks the
 * rule.
 */
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
    holds: (password: string) => uppercasePattern.test(password),
  },
  {
    name: 'lowercase',
    label: 'One lowercase letter',
    message: 'Must contain at least one lowercase letter (a-z)',
    holds: (password: string) => lowercasePattern.test(password),
  },
  {
    name: 'digit',
    label: 'One number',
    message: 'Must contain at least one number (0-9)',
    holds: (password: string) => digitPattern.test(password),
  },
  {
    name: 'special',
    label: 'One special character',
    message: 'Must contain at least one special character (!@#$%^&*)',
    holds: (password: string) => specialCharacterPattern.test(password),
  },
  {
    name: 'uncommon',
    label: 'No common words or patterns',
    message: 'Avoid common words and patterns',
    holds: (password: string) => !commonWords.test(password),
  },
] as const
