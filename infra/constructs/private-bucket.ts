import { Annotations } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, BucketEncryption, type BucketProps, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { acknowledgeFindings } from '../acknowledge.ts'
import { removalPolicyOf } from './removal-policy.ts'

type Props = BucketProps & { retainsData: boolean }

/**
 * Creates every bucket of the product. No bucket is public, and each accepts only encrypted connections. CloudFormation chooses the
 * bucket's name.
 */
export class PrivateBucket extends Bucket {
  constructor(scope: Construct, id: string, { retainsData, ...props }: Props) {
    super(scope, id, {
      ...props,
      removalPolicy: removalPolicyOf({ retainsData }),
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: props.encryptionKey ? BucketEncryption.KMS : BucketEncryption.S3_MANAGED,
      // Let S3 call KMS once for many objects instead of once for each.
      ...(props.encryptionKey && { bucketKeyEnabled: true }),
      versioned: true,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
    })
    // CDK warns that the log bucket's policy does not name this bucket. It need not, because that policy allows logs of the whole
    // account.
    Annotations.of(this).acknowledgeWarning('@aws-cdk/aws-s3:accessLogsPolicyNotAdded')
    if (!props.replicationRules)
      acknowledgeFindings(this, {
        'HIPAA.Security-S3BucketReplicationEnabled':
          'Only signatures and photos are worth a second region, and only in prod. S3 keeps three copies, and versions survive a deletion.',
      })
  }
}
