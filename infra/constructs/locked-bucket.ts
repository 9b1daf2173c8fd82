import { Duration } from 'aws-cdk-lib'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { type IBucket, ObjectLockRetention } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { PrivateBucket } from './private-bucket.ts'

interface Props {
  key: IKey
  /** So long nobody, not the account's owner either, can change or delete an object. */
  kept: Duration
  isProtected: boolean
  accessLogs: IBucket
  /** Of its lines in the access logs. */
  prefix: string
  /** Objects go when their time is over; else they stay, unlocked. */
  expires?: boolean
}

/** A bucket under Object Lock. The lock begins with the second pass of a first deploy: before it, a failed try can be swept away. */
export class LockedBucket extends PrivateBucket {
  constructor(scope: Construct, id: string, { key, kept, isProtected, accessLogs, prefix, expires = true }: Props) {
    super(scope, id, {
      keepsData: true,
      encryptionKey: key,
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: prefix,
      objectLockEnabled: true,
      ...(isProtected && { objectLockDefaultRetention: ObjectLockRetention.compliance(kept) }),
      ...(expires && {
        lifecycleRules: [
          { id: 'over', expiration: kept.plus(Duration.days(1)), noncurrentVersionExpiration: Duration.days(1) },
        ],
      }),
    })
  }
}
