import type { IKey } from 'aws-cdk-lib/aws-kms'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { removalPolicyOf } from './removal-policy.ts'

/** How the logs of an environment are kept. */
export interface LogGroupSettings {
  key: IKey
  retention: RetentionDays
  retainsData: boolean
}

/** The only way to a log: encrypted with our key, and gone when its time is over. */
export class OwnLog extends LogGroup {
  constructor(scope: Construct, id: string, { key, retention, retainsData }: LogGroupSettings, logGroupName?: string) {
    super(scope, id, {
      encryptionKey: key,
      retention,
      removalPolicy: removalPolicyOf({ retainsData }),
      ...(logGroupName && { logGroupName }),
    })
  }
}
