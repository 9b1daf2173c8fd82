// These paths are not in the contract's modules, because pages make these calls before they have loaded the contract.

/** The paths that every page for signed-in users requests first. */
export const signedInFirstPaths = {
  me: '/api/auth/me',
  tenantInfo: '/api/auth/tenant-info',
  permissions: '/api/users/me/permissions',
} as const

/** The path that the sign-up page requests first. */
export const signUpGroupsPath = '/api/registration/product-groups'

/** The paths that pages request first. */
export const pageFirstPaths = {
  activity: '/api/activity',
  allPermissions: '/api/products/permissions',
  apiKeys: '/api/keys',
  day: '/api/deliveries/day',
  deliveries: '/api/deliveries',
  delivery: '/api/deliveries/{id}',
  factors: '/api/auth/factors',
  languages: '/api/deliveries/config/languages',
  patient: '/api/deliveries/patients/{id}',
  patients: '/api/deliveries/patients/search',
  pharmacists: '/api/deliveries/pharmacists/list',
  roles: '/api/roles',
  run: '/api/runs/{date}/{user_id}',
  runs: '/api/runs',
  sessions: '/api/auth/sessions',
  settings: '/api/settings',
  stopQuestions: '/api/deliveries/stop-questions',
  timeRanges: '/api/deliveries/config/time-ranges',
  users: '/api/users',
} as const
