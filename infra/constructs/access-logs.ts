import { Duration } from 'aws-cdk-lib'
import type { RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { acknowledge } from '../acknowledge.ts'
import { PrivateBucket } from './private-bucket.ts'

/** Where S3 writes who asked the other buckets for what. The signatures in it are over before it is written. */
export class AccessLogs extends PrivateBucket {
  constructor(
    scope: Construct,
    id: string,
    { retention, keepsData }: { retention: RetentionDays; keepsData: boolean },
  ) {
    super(scope, id, {
      keepsData,
      lifecycleRules: [
        { id: 'over', expiration: Duration.days(retention), noncurrentVersionExpiration: Duration.days(1) },
      ],
    })
    acknowledge(this, {
      'HIPAA.Security-S3DefaultEncryptionKMS':
        "S3 delivers access logs to buckets with its own encryption only; they hold object keys and requesters, no patient's data.",
    })
  }
}
