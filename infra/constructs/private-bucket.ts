import { RemovalPolicy } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, BucketEncryption, type BucketProps, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'

/** The only way to a bucket: nothing in it is public, and nothing reaches it unencrypted. */
export class PrivateBucket extends Bucket {
  constructor(scope: Construct, id: string, props: BucketProps & { removalPolicy: RemovalPolicy }) {
    super(scope, id, {
      ...props,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      autoDeleteObjects: props.removalPolicy === RemovalPolicy.DESTROY,
    })
  }
}
