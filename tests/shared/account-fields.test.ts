import { expect, test } from 'vitest'
import { credentials, loginForm } from '#shared/model/account-forms.ts'
import { problemsOf } from '#tests/support/problems.ts'

const login = { email: 'ada@example.com', password: 'secret' }

test('the sign-in form requires both fields', () => {
  expect(problemsOf(loginForm(), { email: ' ', password: '' })).toEqual([
    'email: Email is required',
    'password: Password is required',
  ])
})

test('the sign-in form requires an email address and at least 6 characters', () => {
  expect(problemsOf(loginForm(), { email: 'ada', password: '12345' })).toEqual([
    'email: Please enter a valid email address',
    'password: Password must be at least 6 characters',
  ])
  expect(problemsOf(loginForm(), login)).toEqual([])
})

test('the server only requires both fields: a short password counts as wrong', () => {
  expect(problemsOf(credentials(), { email: 'ada', password: '1' })).toEqual([])
  expect(problemsOf(credentials(), {})).toEqual(['email: Email is required', 'password: Password is required'])
})

test('email addresses are compared trimmed and in lower case', () => {
  expect(credentials().parse({ ...login, email: '  Ada@Example.COM ' }).email).toBe('ada@example.com')
})

test('a password of more than 1000 characters is not hashed', () => {
  expect(problemsOf(credentials(), { ...login, password: 'x'.repeat(1001) })).toHaveLength(1)
})
