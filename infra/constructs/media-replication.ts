import { Aws, Stack } from 'aws-cdk-lib'
import { type IRole, Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { type IKey, Key } from 'aws-cdk-lib/aws-kms'
import { Bucket, type IBucket, type ReplicationRule, ReplicationTimeValue } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import type { SecondRegion } from '../second-region.ts'

export const replicationRuleId = 'signed'

/**
 * The role with which S3 replicates objects under `tenants/` to a second region, and the rule for it. Deletions are not replicated.
 */
export class ReplicationRole extends Construct {
  readonly role: IRole

  constructor(scope: Construct, id: string) {
    super(scope, id)
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('s3.amazonaws.com') })
    this.role = role.withoutPolicyUpdates()
  }

  ruleTo({ replicaName, keyArn }: SecondRegion): ReplicationRule {
    return {
      id: replicationRuleId,
      destination: Bucket.fromBucketName(this, 'Destination', replicaName),
      kmsKey: Key.fromKeyArn(this, 'DestinationKey', keyArn),
      sseKmsEncryptedObjects: true,
      deleteMarkerReplication: false,
      filter: { prefix: 'tenants/' },
      priority: 1,
      // The alarm for failed copies is based on these metrics.
      metrics: ReplicationTimeValue.FIFTEEN_MINUTES,
    }
  }

  /**
   * Grants the rights to replicate. Call this after the bucket is made: the bucket names the role, so a role that contained this
   * policy would have to wait for the bucket, and the bucket for the role.
   */
  mayCopy(bucket: IBucket, key: IKey, { replicaName, keyArn, region }: SecondRegion) {
    const here = Stack.of(this).region
    const signed = bucket.arnForObjects('tenants/*')
    const copies = `arn:${Aws.PARTITION}:s3:::${replicaName}/tenants/*`
    new Policy(this, 'Grants', {
      roles: [this.role],
      statements: [
        allow(['s3:GetReplicationConfiguration', 's3:ListBucket'], bucket.bucketArn),
        allow(['s3:GetObjectVersionForReplication', 's3:GetObjectVersionAcl', 's3:GetObjectVersionTagging'], signed),
        allow(['s3:ReplicateObject', 's3:ReplicateTags'], copies),
        allow(['kms:Decrypt'], key.keyArn, { 'kms:ViaService': `s3.${here}.amazonaws.com` }),
        allow(['kms:Encrypt', 'kms:GenerateDataKey'], keyArn, { 'kms:ViaService': `s3.${region}.amazonaws.com` }),
      ],
    })
  }
}

const allow = (actions: string[], resource: string, equal?: Record<string, string>) =>
  new PolicyStatement({ actions, resources: [resource], ...(equal && { conditions: { StringEquals: equal } }) })
