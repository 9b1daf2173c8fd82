import { type CallError, errorDetail } from '../../lib/api/call-error.ts'

/**
 * The messages about failed calls on the screens of users, roles and activity. If the server gives a reason, it is shown in place
 * of `operation` or `deletion`.
 */
export const administrationFailureTexts = {
  users: 'Failed to fetch users',
  roles: 'Failed to fetch roles',
  permissions: 'Failed to fetch permissions',
  operation: 'Operation failed',
  deletion: 'Delete failed',
} as const

/** Returns the message above a form for users or roles, or '' if the failure is shown at a field. */
export const administrationFormFailureText = (error: CallError) =>
  error.problems.length > 0 ? '' : errorDetail(error, administrationFailureTexts.operation)
