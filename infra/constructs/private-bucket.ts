import { Annotations, Stack } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, BucketEncryption, type BucketProps, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { acknowledge, acknowledgeCheckov } from '../acknowledge.ts'
import { removalOf } from './keeping.ts'

type Props = BucketProps & { keepsData: boolean }

/** The only way to a bucket: nothing in it is public, and nothing reaches it unencrypted. None has a name of ours. */
export class PrivateBucket extends Bucket {
  constructor(scope: Construct, id: string, { keepsData, ...props }: Props) {
    super(scope, id, {
      ...props,
      removalPolicy: removalOf({ keepsData }),
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: props.encryptionKey ? BucketEncryption.KMS : BucketEncryption.S3_MANAGED,
      // One call to KMS for many objects, instead of one for each.
      ...(props.encryptionKey && { bucketKeyEnabled: true }),
      versioned: true,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      autoDeleteObjects: !keepsData,
    })
    // The policy of the bucket that the logs go to names no bucket that is logged, but the account.
    Annotations.of(this).acknowledgeWarning('@aws-cdk/aws-s3:accessLogsPolicyNotAdded')
    // The function that empties buckets before they go, one for each stack.
    const sweeper = Stack.of(this).node.tryFindChild('Custom::S3AutoDeleteObjectsCustomResourceProvider')
    if (sweeper)
      acknowledgeCheckov(sweeper.node.findChild('Handler'), {
        CKV_AWS_115: itsOwn,
        CKV_AWS_116: itsOwn,
        CKV_AWS_117: itsOwn,
      })
    if (!props.replicationRules)
      acknowledge(this, {
        'HIPAA.Security-S3BucketReplicationEnabled':
          'Only what patients signed is worth a second region, and only in prod: S3 keeps three copies, and versions outlive a deletion.',
      })
  }
}

const itsOwn = "CDK's own function, which runs while a stack of made-up data is deleted and at no other time."
