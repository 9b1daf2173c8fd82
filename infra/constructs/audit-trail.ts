import { Duration, Stack } from 'aws-cdk-lib'
import { CfnTrail } from 'aws-cdk-lib/aws-cloudtrail'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { acknowledgeFindings } from '../acknowledge.ts'
import type { EncryptionKey } from './encryption-key.ts'
import { LockedBucket, recordLock } from './locked-bucket.ts'

interface Props {
  environment: string
  /** The start of the ARNs of all tables. */
  tablesPrefix: string
  /** The buckets of which every access to an object is recorded. */
  buckets: readonly IBucket[]
  /** Records contain the keys of items, in which patients' names and addresses stand. */
  encryption: EncryptionKey
  accessLogs: IBucket
  isProtected: boolean
}

/** The US rules for health data (45 CFR 164.316) require six years. */
const retention = Duration.days(6 * 365 + 2)

/**
 * CloudTrail's record of every access to the tables' items and the buckets' objects, by whatever route, and of every call that
 * manages the account or reads a secret. For a year no one can change or delete a record, and after six years it is deleted.
 */
export class AuditTrail extends Construct {
  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    const { environment, tablesPrefix, buckets, encryption, accessLogs, isProtected } = props
    const trailName = `carelane-${environment}`
    const trailArn = Stack.of(this).formatArn({ service: 'cloudtrail', resource: 'trail', resourceName: trailName })
    encryption.allowTrail(trailArn)
    const bucket = new LockedBucket(this, 'Records', {
      key: encryption.key,
      locked: recordLock,
      retention,
      isArchived: true,
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
          name: 'The account',
          fieldSelectors: [{ field: 'eventCategory', equalTo: ['Management'] }],
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
          name: 'Objects',
          fieldSelectors: [
            { field: 'eventCategory', equalTo: ['Data'] },
            { field: 'resources.type', equalTo: ['AWS::S3::Object'] },
            { field: 'resources.ARN', startsWith: buckets.map((each) => each.arnForObjects('')) },
          ],
        },
      ],
    })
    if (bucket.policy) trail.node.addDependency(bucket.policy)
    acknowledgeFindings(this, {
      'HIPAA.Security-CloudTrailCloudWatchLogsEnabled':
        'The trail is for investigations afterwards. A record of every accessed item in CloudWatch Logs would cost more than the product.',
    })
  }
}
