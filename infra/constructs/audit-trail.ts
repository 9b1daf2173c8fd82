import { Stack } from 'aws-cdk-lib'
import { CfnTrail } from 'aws-cdk-lib/aws-cloudtrail'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { acknowledgeNagFindings } from '../acknowledge.ts'
import type { EncryptionKey } from './encryption-key.ts'
import { LockedBucket, recordRetention } from './locked-bucket.ts'

interface Props {
  environment: string
  /** The start of the ARNs of all tables. */
  tablesPrefix: string
  media: IBucket
  encryption: EncryptionKey
  accessLogs: IBucket
  isProtected: boolean
}

/**
 * CloudTrail's record of every access to the tables' items and the media bucket's objects, by whatever route, and of changes to the
 * account. A record is locked in its bucket for a year: until then nobody can change or delete it.
 */
export class AuditTrail extends Construct {
  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    const { environment, tablesPrefix, media, encryption, accessLogs, isProtected } = props
    const trailName = `carelane-${environment}`
    const trailArn = Stack.of(this).formatArn({ service: 'cloudtrail', resource: 'trail', resourceName: trailName })
    encryption.allowTrail(trailArn)
    const bucket = new LockedBucket(this, 'Records', {
      key: encryption.key,
      kept: recordRetention,
      isProtected,
      accessLogs,
      prefix: 'trail/',
    })
    const fromTrail = (action: string, resource: string, more = {}) =>
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudtrail.amazonaws.com')],
        actions: [action],
        resources: [resource],
        conditions: { StringEquals: { 'aws:SourceArn': trailArn, ...more } },
      })
    bucket.addToResourcePolicy(fromTrail('s3:GetBucketAcl', bucket.bucketArn))
    const records = bucket.arnForObjects(`AWSLogs/${Stack.of(this).account}/*`)
    bucket.addToResourcePolicy(fromTrail('s3:PutObject', records, { 's3:x-amz-acl': 'bucket-owner-full-control' }))
    const trail = new CfnTrail(this, 'Trail', {
      trailName,
      s3BucketName: bucket.bucketName,
      kmsKeyId: encryption.key.keyArn,
      isLogging: true,
      isMultiRegionTrail: true,
      includeGlobalServiceEvents: true,
      enableLogFileValidation: true,
      advancedEventSelectors: [
        {
          name: 'Changes to the account',
          fieldSelectors: [
            { field: 'eventCategory', equalTo: ['Management'] },
            { field: 'readOnly', equalTo: ['false'] },
          ],
        },
        {
          name: 'Table items',
          fieldSelectors: [
            { field: 'eventCategory', equalTo: ['Data'] },
            { field: 'resources.type', equalTo: ['AWS::DynamoDB::Table'] },
            { field: 'resources.ARN', startsWith: [tablesPrefix] },
          ],
        },
        {
          name: 'Signatures and photos',
          fieldSelectors: [
            { field: 'eventCategory', equalTo: ['Data'] },
            { field: 'resources.type', equalTo: ['AWS::S3::Object'] },
            { field: 'resources.ARN', startsWith: [media.arnForObjects('')] },
          ],
        },
      ],
    })
    if (bucket.policy) trail.node.addDependency(bucket.policy)
    acknowledgeNagFindings(this, {
      'HIPAA.Security-CloudTrailCloudWatchLogsEnabled':
        'The trail is for investigations afterwards. A record of every accessed item in CloudWatch Logs would cost more than the product.',
    })
  }
}
