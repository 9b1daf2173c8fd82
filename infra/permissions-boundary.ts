import { PermissionsBoundary } from 'aws-cdk-lib'
import type { EnvironmentConfig } from './config.ts'

/** The name of the policy in `permissions-boundary.json`, which an administrator creates in the account. */
export const permissionsBoundaryName = 'carelane-boundary'

/**
 * Returns the stack properties with the upper limit of the rights of every role. An environment without data to keep has no such
 * limit, so that its account needs no preparation.
 */
export const permissionsBoundaryProps = ({ retainsData }: Pick<EnvironmentConfig, 'retainsData'>) =>
  retainsData ? { permissionsBoundary: PermissionsBoundary.fromName(permissionsBoundaryName) } : {}
