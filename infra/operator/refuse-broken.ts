import type { DeployedStack } from './aws.ts'
import { Refusal } from './refusal.ts'

/**
 * Refuses if CloudFormation would not update the stack in its present state, and names the command that must come first. Throws
 * `Refusal`.
 */
export function refuseBroken(name: string, { status }: Pick<DeployedStack, 'status'>): void {
  const stackName = `carelane-${name}`
  if (status === 'UPDATE_ROLLBACK_FAILED')
    throw new Refusal(`The last deploy of ${name} failed, and so did its rollback.`, [
      `When what stood in its way is gone: aws cloudformation continue-update-rollback --stack-name ${stackName}`,
    ])
  if (status === 'DELETE_FAILED')
    throw new Refusal(`${name} was to be deleted, and could not be.`, [
      `CloudFormation's events say what holds it. When that is gone: aws cloudformation delete-stack --stack-name ${stackName}`,
    ])
  if (status.endsWith('_IN_PROGRESS'))
    throw new Refusal(`${name} is being changed right now (${status}).`, [
      `When it has ended: npm run preflight -- ${name}`,
    ])
}
