import { type CallError, errorDetail } from '../../lib/api/call-error.ts'

/** The messages that are shown on the screens of users and roles if a call fails and the server gives no reason. */
export const administrationFailureTexts = {
  users: 'Failed to fetch users',
  roles: 'Failed to fetch roles',
  permissions: 'Failed to fetch permissions',
  operation: 'Operation failed',
  deletion: 'Delete failed',
} as const

/** Returns the message above the form of a user or a role, or '' if the failure is shown at a field. */
export const administrationFormFailureText = (error: CallError) =>
  error.problems.length > 0 ? '' : errorDetail(error, administrationFailureTexts.operation)
