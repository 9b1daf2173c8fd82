/** What users and roles say about a failure where the server has no words of its own. */
export const administrationFailures = {
  users: 'Failed to fetch users',
  roles: 'Failed to fetch roles',
  permissions: 'Failed to fetch permissions',
  operation: 'Operation failed',
  deletion: 'Delete failed',
} as const
