import { describe, expect, test } from 'vitest'
import { passwordForm, passwordResetForm } from '#shared/model/account-forms.ts'
import { passwordRules } from '#shared/rules/password.ts'
import { passwordScore, passwordStrength } from '#shared/rules/password-strength.ts'
import { problemsOf } from '#tests/support/problems.ts'

const good = 'Harbor-Light-7'

describe('a new password', () => {
  test.each([
    ['Harbor-7', 'Password must be at least 12 characters'],
    ['harbor-light-7', 'Must contain at least one uppercase letter (A-Z)'],
    ['HARBOR-LIGHT-7', 'Must contain at least one lowercase letter (a-z)'],
    ['Harbor-Light-X', 'Must contain at least one number (0-9)'],
    ['HarborLight77', 'Must contain at least one special character (!@#$%^&*)'],
    ['Harbor-PassWord-7', 'Avoid common words and patterns'],
    ['Harbor-x123456', 'Avoid common words and patterns'],
    ['Harbor-QWERTY-7', 'Avoid common words and patterns'],
    ['Harbor-letMeIn-7', 'Avoid common words and patterns'],
    ['Harbor-Welcome-7', 'Avoid common words and patterns'],
    [`${'Ab1-'.repeat(32)}x`, 'Password must be at most 128 characters'],
  ])('%s: %s', (password, message) => {
    expect(problemsOf(passwordForm(), { password, confirm_password: password })).toEqual([`password: ${message}`])
    expect(problemsOf(passwordResetForm(), { new_password: password, confirm_password: password })).toEqual([
      `new_password: ${message}`,
    ])
  })

  test.each([good, 'Ab1-'.repeat(32), 'Größe, 7 Äpfel', 'Hunter2 Hunter2 '])('%s is accepted', (password) => {
    expect(problemsOf(passwordForm(), { password, confirm_password: password })).toEqual([])
  })

  test('is required and must be confirmed', () => {
    for (const value of [{}, { password: '', confirm_password: '' }])
      expect(problemsOf(passwordForm(), value)).toEqual([
        'password: Password is required',
        'confirm_password: Please confirm your password',
      ])
    expect(problemsOf(passwordForm(), { password: good, confirm_password: `${good} ` })).toEqual([
      'confirm_password: Passwords must match',
    ])
  })

  test('is checked against each rule', () => {
    const holding = (password: string) => passwordRules.filter(({ holds }) => holds(password)).map(({ name }) => name)
    expect(holding('')).toEqual(['uncommon'])
    expect(holding('abc')).toEqual(['lowercase', 'uncommon'])
    expect(holding(good)).toEqual(['length', 'uppercase', 'lowercase', 'digit', 'special', 'uncommon'])
  })
})

describe('the strength', () => {
  test.each([
    ['', 0, 'Very Weak', 0],
    ['x', 1, 'Very Weak', 1 / 6],
    ['xX', 2, 'Weak', 2 / 6],
    ['xX7', 3, 'Weak', 3 / 6],
    ['xX7wwwww', 4, 'Good', 4 / 6],
    ['xX7wwwwwwwww', 5, 'Good', 5 / 6],
    ['xX7-wwww', 6, 'Strong', 1],
    ['xX7-wwwwwwww', 7, 'Strong', 1],
    ['abc', 0, 'Very Weak', 0],
    ['ABC', 1, 'Very Weak', 1 / 6],
    ['xX7-wwwwwwww123', 6, 'Strong', 1],
    ['xX-asdf', 3, 'Weak', 3 / 6],
    ['xX-ZXCV', 4, 'Good', 4 / 6],
    ['xX-Qwerty', 5, 'Good', 5 / 6],
    ['xX-qwerty', 4, 'Good', 4 / 6],
  ])('of %j is %i: %s', (password, score, strength, filled) => {
    expect(passwordScore(password)).toBe(score)
    expect(passwordStrength(password)).toEqual({ strength, filled })
  })
})
