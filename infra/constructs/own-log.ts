import type { IKey } from 'aws-cdk-lib/aws-kms'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { removalOf } from './keeping.ts'

/** How the logs of an environment are kept. */
export interface LogKeeping {
  key: IKey
  retention: RetentionDays
  keepsData: boolean
}

/** The only way to a log: encrypted with our key, and gone when its time is over. */
export class OwnLog extends LogGroup {
  constructor(scope: Construct, id: string, { key, retention, keepsData }: LogKeeping, logGroupName?: string) {
    super(scope, id, {
      encryptionKey: key,
      retention,
      removalPolicy: removalOf({ keepsData }),
      ...(logGroupName && { logGroupName }),
    })
  }
}
