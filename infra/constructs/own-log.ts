import type { RemovalPolicy } from 'aws-cdk-lib'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'

/** How the logs of an environment are kept. */
export interface LogKeeping {
  key: IKey
  retention: RetentionDays
  removalPolicy: RemovalPolicy
}

/** The only way to a log: encrypted with our key, and gone when its time is over. */
export class OwnLog extends LogGroup {
  constructor(scope: Construct, id: string, { key, retention, removalPolicy }: LogKeeping, logGroupName?: string) {
    super(scope, id, { encryptionKey: key, retention, removalPolicy, ...(logGroupName && { logGroupName }) })
  }
}
