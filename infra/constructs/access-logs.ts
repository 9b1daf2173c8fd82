import { Duration, Stack } from 'aws-cdk-lib'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Bucket, type IBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { acknowledgeFindings } from '../acknowledge.ts'
import { PrivateBucket } from './private-bucket.ts'

/**
 * The bucket to which S3 writes the access logs of the other buckets. A line can contain a presigned URL, whose signature is valid
 * for 15 minutes and has usually expired before S3 writes the line.
 */
export class AccessLogs extends Construct {
  /**
   * The same bucket, imported by name. Without the import, CDK would add each logged bucket to this bucket's policy, which would
   * then have to wait for all of them.
   */
  readonly target: IBucket

  constructor(
    scope: Construct,
    id: string,
    { retention, retainsData }: { retention: RetentionDays; retainsData: boolean },
  ) {
    super(scope, id)
    const bucket = new PrivateBucket(this, 'Bucket', {
      retainsData,
      lifecycleRules: [
        { id: 'over', expiration: Duration.days(retention), noncurrentVersionExpiration: Duration.days(1) },
      ],
    })
    bucket.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('logging.s3.amazonaws.com')],
        actions: ['s3:PutObject'],
        resources: [bucket.arnForObjects('*')],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    )
    this.target = Bucket.fromBucketName(this, 'Target', bucket.bucketName)
    acknowledgeFindings(bucket, {
      CKV_AWS_18: 'It contains the logs of the other buckets. If it logged itself, every log would cause another log.',
      'HIPAA.Security-S3DefaultEncryptionKMS':
        "S3 delivers access logs to buckets with its own encryption only; they hold object keys and requesters, no patient's data.",
    })
  }
}
