import { Aws, Fn, RemovalPolicy } from 'aws-cdk-lib'

/** How an environment protects its data. */
export interface DataProtection {
  /** Whether the data outlives the stack. */
  retainsData: boolean
  /**
   * Whether the data is also protected from deletion by mistakes and thieves. False while an environment is being created, because
   * protected resources of a failed attempt would block the next one.
   */
  isProtected: boolean
}

/**
 * Returns the removal policy of a resource with data. Retained data survives every update and the deletion of its stack. If the
 * creation of a stack fails, CloudFormation deletes the resource all the same, except a bucket that already has content.
 */
export const removalPolicyOf = ({ retainsData }: Pick<DataProtection, 'retainsData'>) =>
  retainsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY

/**
 * Returns the end of the name of a resource that outlives its stack. It stays the same for one stack and differs between stacks, so
 * that resources left by a deleted stack don't block the names of the next one.
 */
export const stackSuffix = () => Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', Aws.STACK_ID))))
