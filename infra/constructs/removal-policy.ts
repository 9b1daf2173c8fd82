import { Aws, Fn, RemovalPolicy } from 'aws-cdk-lib'

/** What an environment does with what it holds. */
export interface DataProtection {
  /** Whether it outlives the stack. */
  retainsData: boolean
  /**
   * Whether it is held against mistakes and thieves too. Not while an environment is being made: what is protected stands in
   * the way of a second try.
   */
  isProtected: boolean
}

/** Data that is kept outlives every update and the deletion of its stack. A stack whose creation fails leaves nothing behind. */
export const removalPolicyOf = ({ retainsData }: Pick<DataProtection, 'retainsData'>) =>
  retainsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY

/**
 * The end of the name of a resource that outlives its stack. It stays the same for the life of a stack and differs from stack to
 * stack, so that what a deleted stack left behind does not take the name of the next one.
 */
export const ownEnding = () => Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', Aws.STACK_ID))))
