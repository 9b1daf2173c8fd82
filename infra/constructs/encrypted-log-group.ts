import type { IKey } from 'aws-cdk-lib/aws-kms'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { removalPolicyOf } from './removal-policy.ts'

/** How an environment keeps its logs. */
export interface LogGroupSettings {
  key: IKey
  retention: RetentionDays
  retainsData: boolean
}

/** Creates every log group of the product, encrypted with our key. Each log entry is deleted when the retention has passed. */
export class EncryptedLogGroup extends LogGroup {
  constructor(scope: Construct, id: string, { key, retention, retainsData }: LogGroupSettings, logGroupName?: string) {
    super(scope, id, {
      encryptionKey: key,
      retention,
      removalPolicy: removalPolicyOf({ retainsData }),
      ...(logGroupName && { logGroupName }),
    })
  }
}
