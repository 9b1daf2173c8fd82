import type { DeployedStack } from './aws.ts'
import { OperatorRefusal } from './operator-refusal.ts'

/**
 * Throws `OperatorRefusal` if the stack is being changed, or if the rollback of its last update or its deletion failed, because
 * CloudFormation would not update it then. The refusal names the command that must come first.
 */
export function refuseUnsettledStack(name: string, { status }: Pick<DeployedStack, 'status'>): void {
  const stackName = `carelane-${name}`
  if (status === 'UPDATE_ROLLBACK_FAILED')
    throw new OperatorRefusal(`The last deploy of ${name} failed, and so did its rollback.`, [
      `Once the cause is fixed: aws cloudformation continue-update-rollback --stack-name ${stackName}`,
    ])
  if (status === 'DELETE_FAILED')
    throw new OperatorRefusal(`${name} could not be deleted.`, [
      `CloudFormation’s events say what is blocking it. Once that is fixed: aws cloudformation delete-stack --stack-name ${stackName}`,
    ])
  if (status === 'CREATE_FAILED' || status === 'UPDATE_FAILED')
    throw new OperatorRefusal(`The last deploy of ${name} failed and was not rolled back.`, [
      `npx cdk rollback ${stackName} -c env=${name}`,
    ])
  if (status.endsWith('_FAILED'))
    throw new OperatorRefusal(`${name} is in the state ${status}, in which CloudFormation changes nothing.`, [
      `To see why: aws cloudformation describe-stack-events --stack-name ${stackName} --max-items 20`,
    ])
  if (status.endsWith('_IN_PROGRESS'))
    throw new OperatorRefusal(`${name} is being changed right now (${status}).`, [
      `When that has finished: npm run preflight -- ${name}`,
    ])
}
