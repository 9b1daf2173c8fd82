import { expect, test } from 'vitest'
import { returnPath } from '../../web/lib/return-path.ts'

test('a remembered page of this app is where signing in leads', () => {
  expect(returnPath('/pharmacy/delivery?status=assigned#list')).toBe('/pharmacy/delivery?status=assigned#list')
})

test.each([
  'https://elsewhere.example/',
  '//elsewhere.example/path',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  '/.//elsewhere.example',
  '////elsewhere.example',
  '\\\\elsewhere.example',
  '/\n/elsewhere.example',
  '/\r\\elsewhere.example',
  ' https://elsewhere.example',
  'HTTPS:elsewhere.example',
  '//somebody@elsewhere.example',
  '/..//elsewhere.example',
  '/a/../..//elsewhere.example',
  'data:text/html,a',
  'blob:https://elsewhere.example/a',
  'javascript:alert(1)',
  '\u0000javascript:alert(1)',
  'pharmacy/delivery',
  '/login',
  '',
  undefined,
  { pathname: '/admin/users' },
])('%j leads to the dashboard instead', (remembered) => {
  expect(returnPath(remembered)).toBe('/dashboard')
})
