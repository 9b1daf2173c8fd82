// Kept apart from the contract, because a page makes these calls before it has loaded the contract.

/** Every page for signed-in users makes these calls first. */
export const sessionPaths = {
  me: '/api/auth/me',
  tenantInfo: '/api/auth/tenant-info',
  permissions: '/api/users/me/permissions',
} as const

/** The sign-up page makes this call first. */
export const signUpGroupsPath = '/api/registration/product-groups'

/** The pages that are opened most make these calls first. */
export const firstPaths = {
  day: '/api/deliveries/day',
  deliveries: '/api/deliveries',
  delivery: '/api/deliveries/{id}',
  run: '/api/runs/{date}/{user_id}',
  runs: '/api/runs',
  users: '/api/users',
  roles: '/api/roles',
} as const
