// These paths are not in the contract's modules, because pages make these calls before they have loaded the contract.

/** The paths that every page for signed-in users requests first. */
export const signedInFirstPaths = {
  me: '/api/auth/me',
  tenantInfo: '/api/auth/tenant-info',
  permissions: '/api/users/me/permissions',
} as const

/** The path that the sign-up page requests first. */
export const signUpGroupsPath = '/api/registration/product-groups'

/** The paths that the most visited pages request first. */
export const pageFirstPaths = {
  day: '/api/deliveries/day',
  deliveries: '/api/deliveries',
  delivery: '/api/deliveries/{id}',
  run: '/api/runs/{date}/{user_id}',
  runs: '/api/runs',
  users: '/api/users',
  roles: '/api/roles',
} as const
