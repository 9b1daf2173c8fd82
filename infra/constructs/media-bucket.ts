import { Aws, Duration, type RemovalPolicy, Stack } from 'aws-cdk-lib'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { type Bucket, HttpMethods, type IBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { mediaCors } from '../media-cors.ts'
import { PrivateBucket } from './private-bucket.ts'

interface Props {
  environment: string
  key: IKey
  accessLogs: IBucket
  removalPolicy: RemovalPolicy
}

/** Signatures and photos under `tenants/`; under `uploads/` the photos that no delivery has taken yet. */
export class MediaBucket extends Construct {
  readonly bucket: Bucket
  /** What presigned addresses start with. */
  readonly origin: string

  constructor(scope: Construct, id: string, { environment, key, accessLogs, removalPolicy }: Props) {
    super(scope, id)
    // A name of its own, because the app's pages allow this origin and the bucket allows theirs: neither can wait for the other.
    const bucketName = `carelane-${environment}-media-${Aws.ACCOUNT_ID}`
    this.origin = `https://${bucketName}.s3.${Stack.of(this).region}.${Aws.URL_SUFFIX}`
    this.bucket = new PrivateBucket(this, 'Bucket', {
      bucketName,
      encryptionKey: key,
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: 'media/',
      removalPolicy,
      lifecycleRules: [
        {
          id: 'unfinished-uploads',
          prefix: 'uploads/',
          expiration: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(1),
        },
        { id: 'unfinished-parts', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
    })
  }

  /** The only pages that may post photos here and read them by script. */
  allowPagesOf(appOrigin: string) {
    this.bucket.addCorsRule({
      allowedOrigins: [appOrigin],
      allowedMethods: mediaCors.methods.map((method) => HttpMethods[method]),
      maxAge: mediaCors.maxAgeSeconds,
    })
  }
}
