import { Stack } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { IConstruct } from 'constructs'
import { eventPartitions } from '#functions/data/keys.ts'
import { acknowledge } from './acknowledge.ts'
import type { AreaNeeds } from './area-needs.ts'
import { keyUse } from './constructs/key-use.ts'

interface Holdings {
  table: ITable
  media: Bucket
  signingSecret: Secret
  /** Encrypts all of them. */
  key: IKey
  sendMail: PolicyStatement
}

const allow = (service: string, actions: readonly string[], resources: string[]) =>
  new PolicyStatement({ actions: actions.map((action) => `${service}:${action}`), resources })

/**
 * No function changes or deletes an event. A put over an old event is the same action as a put of a new one: that is refused by the
 * condition of the write.
 */
const keepEvents = (table: ITable) =>
  new PolicyStatement({
    effect: Effect.DENY,
    actions: ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
    resources: [table.tableArn],
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [eventPartitions] } },
  })

/** What an area's needs come to, as statements over this environment's resources. */
export function areaGrants(
  { table: actions, indexes, objects, sendsMail }: AreaNeeds,
  { table, media, signingSecret, key, sendMail }: Holdings,
): PolicyStatement[] {
  const hasObjects = Object.keys(objects).length > 0
  return [
    allow('dynamodb', actions, [table.tableArn]),
    keepEvents(table),
    ...indexes.map((index) => allow('dynamodb', ['Query'], [`${table.tableArn}/index/${index}`])),
    // DynamoDB's own list for callers of a table, but for the grants that making a table takes.
    keyUse(key, 'dynamodb', ['Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey', 'ReEncryptFrom', 'ReEncryptTo']),
    ...Object.entries(objects).map(([prefix, actions]) => allow('s3', actions, [media.arnForObjects(`${prefix}*`)])),
    // Who may not list is told that a missing object is forbidden. A presigned address can do what its signer can.
    ...(hasObjects
      ? [allow('s3', ['ListBucket'], [media.bucketArn]), keyUse(key, 's3', ['Decrypt', 'GenerateDataKey'])]
      : []),
    ...(sendsMail ? [sendMail] : []),
    allow('secretsmanager', ['GetSecretValue'], [signingSecret.secretArn]),
    keyUse(key, 'secretsmanager', ['Decrypt']),
  ]
}

/** The only wildcards in it: what lies under a prefix has names that come with the requests. */
export function acknowledgePrefixes(construct: IConstruct, { objects }: AreaNeeds, media: Bucket) {
  const [bucketId] = Stack.of(media).resolve(media.bucketArn)['Fn::GetAtt']
  for (const prefix of Object.keys(objects))
    acknowledge(construct, {
      [`AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${prefix}*]`]:
        'Photos and signatures get their names when they are made; the prefix is the narrowest that there is.',
    })
}
