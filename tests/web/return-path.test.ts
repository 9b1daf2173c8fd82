import { expect, test } from 'vitest'
import { addressesElsewhere } from '#tests/support/addresses-elsewhere.ts'
import { pathAfterSignIn } from '../../web/lib/navigation/paths.ts'

test('a remembered page of this app is where signing in leads', () => {
  expect(pathAfterSignIn('/pharmacy/delivery?status=assigned#list')).toBe('/pharmacy/delivery?status=assigned#list')
})

test.each([...addressesElsewhere, '/login', '', undefined, { pathname: '/admin/users' }])(
  '%j leads to the dashboard instead',
  (remembered) => {
    expect(pathAfterSignIn(remembered)).toBe('/dashboard')
  },
)
