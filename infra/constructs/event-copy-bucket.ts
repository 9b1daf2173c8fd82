import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { LockedBucket, recordLock } from './locked-bucket.ts'
import type { BackupPolicy } from './locked-vault.ts'
import { PrivateBucket } from './private-bucket.ts'
import type { DataProtection } from './removal-policy.ts'

interface Props {
  /** Events name patients, so their copies use the key that encrypts patients' data. */
  key: IKey
  /** The kind of lock. Undefined if copies are not locked, because the environment contains only made-up data. */
  lock: BackupPolicy['lock'] | undefined
  protection: DataProtection
  accessLogs: IBucket
}

/** The bucket for the daily copies of events: `infra/decisions/event-copies.md`. */
export class EventCopyBucket extends Construct {
  readonly bucket: IBucket

  constructor(scope: Construct, id: string, { key, lock, protection, accessLogs }: Props) {
    super(scope, id)
    const prefix = 'event-copies/'
    const bucket = lock
      ? new LockedBucket(this, 'Bucket', { key, locked: recordLock, lock, ...protection, accessLogs, prefix })
      : new PrivateBucket(this, 'Bucket', {
          ...protection,
          encryptionKey: key,
          serverAccessLogsBucket: accessLogs,
          serverAccessLogsPrefix: prefix,
        })
    // CDK's class doesn't match its own interface under exactOptionalPropertyTypes, because of an optional property.
    this.bucket = bucket as IBucket
  }
}
