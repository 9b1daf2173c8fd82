import { Annotations } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, BucketEncryption, type BucketProps, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { acknowledge } from '../acknowledge.ts'
import { removalPolicyOf } from './removal-policy.ts'

type Props = BucketProps & { retainsData: boolean }

/** The only way to a bucket: nothing in it is public, and nothing reaches it unencrypted. None has a name of ours. */
export class PrivateBucket extends Bucket {
  constructor(scope: Construct, id: string, { retainsData, ...props }: Props) {
    super(scope, id, {
      ...props,
      removalPolicy: removalPolicyOf({ retainsData }),
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: props.encryptionKey ? BucketEncryption.KMS : BucketEncryption.S3_MANAGED,
      // One call to KMS for many objects, instead of one for each.
      ...(props.encryptionKey && { bucketKeyEnabled: true }),
      versioned: true,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
    })
    // The policy of the bucket that the logs go to names no bucket that is logged, but the account.
    Annotations.of(this).acknowledgeWarning('@aws-cdk/aws-s3:accessLogsPolicyNotAdded')
    if (!props.replicationRules)
      acknowledge(this, {
        'HIPAA.Security-S3BucketReplicationEnabled':
          'Only what patients signed is worth a second region, and only in prod: S3 keeps three copies, and versions outlive a deletion.',
      })
  }
}
