import { Duration } from 'aws-cdk-lib'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { type IBucket, ObjectLockRetention } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import type { BackupPolicy } from './locked-vault.ts'
import { PrivateBucket } from './private-bucket.ts'

/**
 * How long the audit trail and the copies of events are kept. Auditors rarely ask about anything older, and the events in the table
 * go back further.
 */
export const recordRetention = Duration.days(365)

interface Props {
  key: IKey
  /** How long an object is locked against changes and deletion. */
  kept: Duration
  /** The kind of lock; `compliance` by default. */
  lock?: BackupPolicy['lock'] | undefined
  isProtected: boolean
  accessLogs: IBucket
  /** The prefix of the bucket's lines in the access logs. */
  prefix: string
  /** If true, objects are deleted a day or two after their lock ends. Otherwise they stay, unlocked. */
  expires?: boolean
}

/**
 * A bucket under Object Lock. Objects are locked only if `isProtected` is true. A first deploy is made with false, so that the
 * bucket can be deleted if that deploy fails.
 */
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
