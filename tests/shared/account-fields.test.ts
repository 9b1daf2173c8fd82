import { expect, test } from 'vitest'
import { credentials, loginForm } from '#shared/model/account-forms.ts'
import { problemsOf } from '#tests/support/problems.ts'

const login = { email: 'ada@example.com', password: 'secret' }

test('the login page asks for both fields', () => {
  expect(problemsOf(loginForm(), { email: ' ', password: '' })).toEqual([
    'email: Email is required',
    'password: Password is required',
  ])
})

test('the login page asks for an address and for 6 characters', () => {
  expect(problemsOf(loginForm(), { email: 'ada', password: '12345' })).toEqual([
    'email: Please enter a valid email address',
    'password: Password must be at least 6 characters',
  ])
  expect(problemsOf(loginForm(), login)).toEqual([])
})

test('the server only asks that both are filled: a short password counts as a wrong one', () => {
  expect(problemsOf(credentials(), { email: 'ada', password: '1' })).toEqual([])
  expect(problemsOf(credentials(), {})).toEqual(['email: Email is required', 'password: Password is required'])
})

test('the address is compared trimmed and in lower case', () => {
  expect(credentials().parse({ ...login, email: '  Ada@Example.COM ' }).email).toBe('ada@example.com')
})

test('no hash work is done for a password of more than 1000 characters', () => {
  expect(problemsOf(credentials(), { ...login, password: 'x'.repeat(1001) })).toHaveLength(1)
})
