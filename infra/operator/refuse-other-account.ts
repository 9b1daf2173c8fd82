import type { EnvironmentConfig } from '../config.ts'
import type { Aws } from './aws.ts'
import { Refusal } from './refusal.ts'

/** Asks AWS who is signed in, and nothing else. Throws `Refusal`. */
export async function refuseOtherAccount(
  environment: string,
  { account: own }: Pick<EnvironmentConfig, 'account'>,
  aws: Pick<Aws, 'account'>,
): Promise<void> {
  const account = await aws.account()
  if (account !== own)
    throw new Refusal(`${environment} belongs to the account ${own}, and you are signed in to ${account}.`, [
      'Choose the other profile: AWS_PROFILE=… npm run …',
    ])
}
