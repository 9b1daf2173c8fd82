import { Duration } from 'aws-cdk-lib'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { type IBucket, ObjectLockRetention, StorageClass } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import type { BackupPolicy } from './locked-vault.ts'
import { PrivateBucket } from './private-bucket.ts'

/** How long no one can change or delete a record of the audit trail or a copy of events. */
export const recordLock = Duration.days(365)

interface Props {
  key: IKey
  /** How long an object is locked against changes and deletion. */
  locked: Duration
  /** How long an object is kept. By default it is deleted when its lock ends. */
  retention?: Duration
  /** If true, objects move to the cheapest storage class after a quarter of a year. Reading one then takes half a day. */
  isArchived?: boolean
  /** The kind of lock; `compliance` by default. */
  lock?: BackupPolicy['lock'] | undefined
  isProtected: boolean
  accessLogs: IBucket
  /** The prefix of the bucket's lines in the access logs. */
  prefix: string
  /** If false, objects are never deleted. */
  expires?: boolean
}

/** S3 leaves objects below 128 KB where they are, because moving a small object costs more than it saves. */
const archive = { storageClass: StorageClass.DEEP_ARCHIVE, transitionAfter: Duration.days(90) }

/**
 * A bucket under Object Lock. Objects are locked only if `isProtected` is true. A first deploy is made with false, so that the
 * bucket can be deleted if that deploy fails.
 */
export class LockedBucket extends PrivateBucket {
  constructor(scope: Construct, id: string, props: Props) {
    const { key, locked, retention = locked, lock = 'compliance', isProtected, accessLogs, prefix } = props
    const { expires = true, isArchived = false } = props
    super(scope, id, {
      retainsData: true,
      encryptionKey: key,
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: prefix,
      objectLockEnabled: true,
      ...(isProtected && { objectLockDefaultRetention: ObjectLockRetention[lock](locked) }),
      ...(expires && {
        lifecycleRules: [
          {
            id: 'over',
            // A lock ends at its hour, and an expiration at the midnight after it.
            expiration: retention.plus(Duration.days(1)),
            noncurrentVersionExpiration: Duration.days(1),
            ...(isArchived && { transitions: [archive] }),
          },
        ],
      }),
    })
  }
}
