import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { migrationPartitionPrefix } from '#functions/data/entities/migration-progress.ts'
import { eventCopiesPrefix } from '#functions/events/copy-keys.ts'
import type { AreaNeeds } from './area-needs.ts'
import { keyUseStatement } from './constructs/key-use-statement.ts'
import { itemFamilies } from './item-families.ts'

export interface GrantableResources {
  /** The ARNs, or patterns of ARNs, of the tables that functions may use. */
  tables: readonly string[]
  /** The ARN of the parameter that tells which of the tables is in use. */
  tableParameterArn: string
  media: IBucket
  eventCopies: IBucket
  /** The ARNs of the secrets, by their purpose. */
  secrets: Readonly<Record<'signing' | 'edge', readonly string[]>>
  /** The ARNs of the keys that seal proofs. */
  sealKeys: readonly string[]
  exportMachineArn: string
  /** The key that encrypts the table, the buckets and the secrets. */
  key: IKey
  /** Undefined if the environment sends no mail. */
  sendMail: PolicyStatement | undefined
  /** The ARN of the identity that sends text messages; undefined if the environment sends none. */
  smsIdentityArn: string | undefined
  /** The ARN of the rules that limit text messages to the United States; undefined if the environment sends none. */
  smsCountryRulesArn: string | undefined
}

const allow = (service: string, actions: readonly string[], resources: readonly string[]) =>
  new PolicyStatement({ actions: actions.map((action) => `${service}:${action}`), resources: [...resources] })

/** Returns the policy statements for everything that an area needs, except items, restricted to this environment's resources. */
export function areaGrants(needs: AreaNeeds, holdings: GrantableResources): PolicyStatement[] {
  const { items, migrates, secret, seals, sendsMail, sendsTexts } = needs
  const { tableParameterArn, key, secrets, sealKeys, sendMail, smsIdentityArn, smsCountryRulesArn } = holdings
  return [
    // DynamoDB documents these KMS actions for callers of an encrypted table. It also documents the right to create grants, which
    // is left out here, because only the creator of a table needs it.
    ...(Object.keys(items).length > 0 || migrates
      ? [
          allow('ssm', ['GetParameter'], [tableParameterArn]),
          keyUseStatement(key, 'dynamodb', [
            'Decrypt',
            'DescribeKey',
            'Encrypt',
            'GenerateDataKey',
            'ReEncryptFrom',
            'ReEncryptTo',
          ]),
        ]
      : []),
    ...(migrates ? migrationGrants(holdings) : []),
    ...objectGrants(needs, holdings),
    ...(needs.copiesEvents ? copyGrants(holdings) : []),
    ...(needs.startsExports ? [allow('states', ['StartExecution'], [holdings.exportMachineArn])] : []),
    ...(sendsMail && sendMail ? [sendMail] : []),
    ...(sendsTexts && smsIdentityArn && smsCountryRulesArn
      ? [allow('sms-voice', ['SendTextMessage'], [smsIdentityArn, smsCountryRulesArn])]
      : []),
    ...(seals ? [allow('kms', ['DescribeKey', 'GetPublicKey', 'Sign'], sealKeys)] : []),
    ...(secret
      ? [
          allow('secretsmanager', ['GetSecretValue'], secrets[secret]),
          keyUseStatement(key, 'secretsmanager', ['Decrypt']),
        ]
      : []),
  ]
}

function objectGrants({ objects = {} }: AreaNeeds, { media, key }: GrantableResources): PolicyStatement[] {
  const prefixes = Object.entries(objects)
  if (prefixes.length === 0) return []
  return [
    ...prefixes.flatMap(([prefix, actions]) => {
      const under = media.arnForObjects(`${prefix}*`)
      const [reads, writes] = [actions.filter(isReading), actions.filter((action) => !isReading(action))]
      return [
        ...(reads.length > 0 ? [allow('s3', reads, [under])] : []),
        ...(writes.length > 0 ? [prefix === 'tenants/' ? writeOnce(under) : allow('s3', writes, [under])] : []),
      ]
    }),
    // Allow listing, because S3 otherwise answers 403 instead of 404 for a missing object. That also applies to presigned URLs,
    // which have the rights of the function that signed them.
    list(
      media,
      prefixes.map(([prefix]) => prefix),
    ),
    keyUseStatement(key, 's3', ['Decrypt', 'GenerateDataKey']),
  ]
}

/**
 * A migration scans all items and updates them in place. It puts the items that store its own progress, and it puts and deletes
 * search entries of the patients and deliveries that it reads.
 */
const migrationGrants = ({ tables }: GrantableResources) => {
  const { patient, delivery, patientSearch, own } = itemFamilies
  const allowOn = (actions: readonly string[], partitions: readonly string[]) =>
    new PolicyStatement({
      actions: actions.map((action) => `dynamodb:${action}`),
      resources: [...tables],
      conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } },
    })
  return [
    allow('dynamodb', ['Scan', 'UpdateItem'], tables),
    allowOn(['GetItem', 'PutItem'], [`${migrationPartitionPrefix}*`]),
    allowOn(['GetItem', 'ConditionCheckItem'], [...patient.partitions, ...delivery.partitions]),
    allowOn(['PutItem', 'DeleteItem'], [...patientSearch.partitions, ...own.partitions]),
  ]
}

const copyGrants = ({ eventCopies, key }: GrantableResources) => [
  writeOnce(eventCopies.arnForObjects(`${eventCopiesPrefix}*`)),
  // The copies can be listed by name but not read.
  list(eventCopies, [eventCopiesPrefix]),
  keyUseStatement(key, 's3', ['Decrypt', 'GenerateDataKey']),
]

/** Allows listing a bucket's objects with these prefixes. S3 also asks for this right to a single key that does not exist. */
const list = ({ bucketArn }: IBucket, prefixes: readonly string[]) =>
  new PolicyStatement({
    actions: ['s3:ListBucket'],
    resources: [bucketArn],
    conditions: { StringLike: { 's3:prefix': prefixes.map((prefix) => `${prefix}*`) } },
  })

const isReading = (action: string) => action.startsWith('Get')

/** Allows writing objects, but only with the header `If-None-Match: *`, with which S3 refuses to overwrite an existing object. */
const writeOnce = (resource: string) =>
  new PolicyStatement({
    effect: Effect.ALLOW,
    actions: ['s3:PutObject'],
    resources: [resource],
    conditions: { Null: { 's3:if-none-match': 'false' } },
  })
