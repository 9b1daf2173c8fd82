import { RemovalPolicy } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, BucketEncryption, type BucketProps, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { acknowledge } from '../acknowledge.ts'

type Props = BucketProps & { removalPolicy: RemovalPolicy }

/** The only way to a bucket: nothing in it is public, and nothing reaches it unencrypted. */
export class PrivateBucket extends Bucket {
  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id, {
      ...props,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: props.encryptionKey ? BucketEncryption.KMS : BucketEncryption.S3_MANAGED,
      // One call to KMS for many objects, instead of one for each.
      ...(props.encryptionKey && { bucketKeyEnabled: true }),
      versioned: true,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      autoDeleteObjects: props.removalPolicy === RemovalPolicy.DESTROY,
    })
    acknowledge(this, {
      'HIPAA.Security-S3BucketReplicationEnabled':
        'One region is what is promised: S3 keeps three copies in it, and versions outlive a deletion.',
    })
  }
}
