import { expect, test } from 'vitest'
import { addressesElsewhere } from '#tests/support/addresses-elsewhere.ts'
import { pathAfterSignIn } from '../../web/lib/navigation/paths.ts'

test('signing in leads to a remembered page of this app', () => {
  expect(pathAfterSignIn('/pharmacy/delivery?status=assigned#list')).toBe('/pharmacy/delivery?status=assigned#list')
})

test.each([...addressesElsewhere, '/login', '', undefined, { pathname: '/admin/users' }])(
  'signing in leads to the dashboard instead of %j',
  (remembered) => {
    expect(pathAfterSignIn(remembered)).toBe('/dashboard')
  },
)
