import { type EnvironmentConfig, environmentNames, findEnvironment } from '../config.ts'
import type { DeployedStack, OperatorAws } from './aws.ts'
import { OperatorRefusal } from './operator-refusal.ts'
import { refuseOtherAccount } from './refuse-other-account.ts'
import { refuseUnsettledStack } from './refuse-unsettled-stack.ts'

interface DeployedEnvironment<A> {
  config: EnvironmentConfig
  account: string
  aws: A
  stack: DeployedStack
}

/**
 * Opens a deployed environment with the operator's credentials. Throws `OperatorRefusal` if the environment is unknown or not
 * deployed, or if the credentials belong to another account.
 */
export async function openEnvironment<A extends Pick<OperatorAws, 'account' | 'stack'>>(
  name: string,
  openAws: (region: string) => A,
  find = findEnvironment,
): Promise<DeployedEnvironment<A>> {
  const config = find(name)
  if (!config)
    throw new OperatorRefusal(`There is no environment "${name}".`, [`Choose one: ${environmentNames.join(', ')}`])
  const aws = openAws(config.region)
  const account = await refuseOtherAccount(name, config, aws)
  const stack = await aws.stack(`carelane-${name}`)
  if (!stack || isFailedCreation(stack))
    throw new OperatorRefusal(`${name} is not deployed.`, [`npm run preflight -- ${name}`])
  if (/^(CREATE|ROLLBACK|DELETE)_IN_PROGRESS$|^DELETE_FAILED$/.test(stack.status)) refuseUnsettledStack(name, stack)
  return { config, account, aws, stack }
}

/** Returns whether the stack's creation failed or has not begun. Such a stack contains no data, because it has never been used. */
export const isFailedCreation = ({ status }: DeployedStack) =>
  ['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'CREATE_FAILED', 'REVIEW_IN_PROGRESS'].includes(status)
