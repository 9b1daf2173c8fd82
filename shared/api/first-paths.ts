// Apart from the contract, because a page asks these before it has loaded that.

/** What every page of a signed-in user asks first. */
export const sessionPaths = {
  me: '/api/auth/me',
  tenantInfo: '/api/auth/tenant-info',
  permissions: '/api/users/me/permissions',
} as const

/** What a sign-up asks first. */
export const signUpGroupsPath = '/api/registration/product-groups'

/** What the pages ask first that are opened most. */
export const firstPaths = {
  day: '/api/deliveries/day',
  deliveries: '/api/deliveries',
  delivery: '/api/deliveries/{id}',
  run: '/api/runs/{date}/{user_id}',
  runs: '/api/runs',
  users: '/api/users',
  roles: '/api/roles',
} as const
