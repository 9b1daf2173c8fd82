import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { LockedBucket, recordsKept } from './locked-bucket.ts'
import { PrivateBucket } from './private-bucket.ts'
import type { DataProtection } from './removal-policy.ts'
import type { Recovery } from './table-backups.ts'

interface Props {
  /** Events name patients: they are encrypted as those are. */
  key: IKey
  /** Undefined: nothing is locked, because all data is made up. */
  lock: Recovery['lock'] | undefined
  protection: DataProtection
  accessLogs: IBucket
}

/** Where each day's events lie once more: `infra/decisions/copies-of-events.md`. */
export class EventCopies extends Construct {
  readonly bucket: IBucket

  constructor(scope: Construct, id: string, { key, lock, protection, accessLogs }: Props) {
    super(scope, id)
    const prefix = 'event-copies/'
    const bucket = lock
      ? new LockedBucket(this, 'Bucket', { key, kept: recordsKept, lock, ...protection, accessLogs, prefix })
      : new PrivateBucket(this, 'Bucket', {
          ...protection,
          encryptionKey: key,
          serverAccessLogsBucket: accessLogs,
          serverAccessLogsPrefix: prefix,
        })
    // CDK's own class and interface part over an optional property under exactOptionalPropertyTypes.
    this.bucket = bucket as IBucket
  }
}
