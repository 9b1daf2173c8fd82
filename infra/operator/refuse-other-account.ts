import type { EnvironmentConfig } from '../config.ts'
import type { OperatorAws } from './aws.ts'
import { OperatorRefusal } from './operator-refusal.ts'

/**
 * Throws `OperatorRefusal` if the operator's credentials belong to another account than the environment's. It makes only one call
 * to AWS, which changes nothing.
 */
export async function refuseOtherAccount(
  environment: string,
  { account: own }: Pick<EnvironmentConfig, 'account'>,
  aws: Pick<OperatorAws, 'account'>,
): Promise<string> {
  const account = await aws.account()
  if (own !== undefined && account !== own)
    throw new OperatorRefusal(`${environment} belongs to the account ${own}, and you are signed in to ${account}.`, [
      'Use the other profile: AWS_PROFILE=… npm run …',
    ])
  return account
}
