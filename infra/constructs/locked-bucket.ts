import { Duration } from 'aws-cdk-lib'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { type IBucket, ObjectLockRetention } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { PrivateBucket } from './private-bucket.ts'
import type { Recovery } from './table-backups.ts'

/** Of records: what an auditor asks about is rarely older, and what is older lies in the product's own. */
export const recordsKept = Duration.days(365)

interface Props {
  key: IKey
  /** So long nobody can change or delete an object. */
  kept: Duration
  /** Undefined: `compliance`. */
  lock?: Recovery['lock'] | undefined
  isProtected: boolean
  accessLogs: IBucket
  /** Of its lines in the access logs. */
  prefix: string
  /** Objects go when their time is over; else they stay, unlocked. */
  expires?: boolean
}

/** A bucket under Object Lock. The lock begins with the second pass of a first deploy: before it, a failed try can be swept away. */
export class LockedBucket extends PrivateBucket {
  constructor(scope: Construct, id: string, props: Props) {
    const { key, kept, lock = 'compliance', isProtected, accessLogs, prefix, expires = true } = props
    super(scope, id, {
      retainsData: true,
      encryptionKey: key,
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: prefix,
      objectLockEnabled: true,
      ...(isProtected && { objectLockDefaultRetention: ObjectLockRetention[lock](kept) }),
      ...(expires && {
        lifecycleRules: [
          { id: 'over', expiration: kept.plus(Duration.days(1)), noncurrentVersionExpiration: Duration.days(1) },
        ],
      }),
    })
  }
}
