import { type CallError, detailOf } from '../../lib/api/call-error.ts'

/** What users and roles say about a failure where the server has no words of its own. */
export const administrationFailures = {
  users: 'Failed to fetch users',
  roles: 'Failed to fetch roles',
  permissions: 'Failed to fetch permissions',
  operation: 'Operation failed',
  deletion: 'Delete failed',
} as const

/** The text above the form of a user or a role; '' when the failure is shown at its field. */
export const operationFailure = (error: CallError) =>
  error.problems.length > 0 ? '' : detailOf(error, administrationFailures.operation)
