/** What every page of a signed-in user asks first: apart from the contract, because the page asks before it has loaded that. */
export const sessionPaths = {
  me: '/api/auth/me',
  tenantInfo: '/api/auth/tenant-info',
  permissions: '/api/users/me/permissions',
} as const
