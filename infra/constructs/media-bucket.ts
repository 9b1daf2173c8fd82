import { Duration } from 'aws-cdk-lib'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { HttpMethods, type IBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { storedMailsPrefix } from '#functions/aws/keep-mails.ts'
import { mediaCors } from '../media-cors.ts'
import type { SecondRegion } from '../second-region.ts'
import { ReplicationRole } from './media-replication.ts'
import { PrivateBucket } from './private-bucket.ts'

interface Props {
  key: IKey
  retainsData: boolean
  accessLogs: IBucket
  /** The only origin whose pages may post photos here and read objects by script. It may contain a `*`. */
  appOrigin: string
  /** Whether mails are stored here instead of being sent. */
  keepsMails: boolean
  /** The second region, to whose bucket signatures and photos are copied. Undefined if the environment has none. */
  copy: SecondRegion | undefined
}

/**
 * The bucket for media: signatures and photos under `tenants/`, photos that no delivery uses yet under `uploads/`, and archives,
 * kept for two days, under `exports/`.
 */
export class MediaBucket extends Construct {
  readonly bucket: IBucket
  /** The start of every presigned URL. */
  readonly origin: string

  constructor(scope: Construct, id: string, { key, retainsData, accessLogs, appOrigin, keepsMails, copy }: Props) {
    super(scope, id)
    const role = copy && new ReplicationRole(this, 'Replication')
    const bucket = new PrivateBucket(this, 'Bucket', {
      retainsData,
      encryptionKey: key,
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: 'media/',
      cors: [
        {
          allowedOrigins: [appOrigin],
          allowedMethods: mediaCors.methods.map((method) => HttpMethods[method]),
          maxAge: mediaCors.maxAgeSeconds,
        },
      ],
      lifecycleRules: [
        {
          id: 'unfinished-uploads',
          prefix: 'uploads/',
          expiration: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(1),
        },
        {
          id: 'exports',
          prefix: 'exports/',
          // An export may take a day, and its first archive of pictures is needed for one more day.
          expiration: Duration.days(2),
          noncurrentVersionExpiration: Duration.days(1),
        },
        ...(keepsMails ? [{ id: 'kept-mails', prefix: storedMailsPrefix, expiration: Duration.days(7) }] : []),
        { id: 'unfinished-parts', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      ...(copy && role && { replicationRole: role.role, replicationRules: [role.ruleTo(copy)] }),
    })
    // CDK's class doesn't match its own interface under exactOptionalPropertyTypes, because of an optional property.
    this.bucket = bucket as IBucket
    if (copy && role) role.mayCopy(this.bucket, key, copy)
    this.origin = `https://${bucket.bucketRegionalDomainName}`
  }
}
