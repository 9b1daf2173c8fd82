import { Match } from 'aws-cdk-lib/assertions'
import { describe, expect, it } from 'vitest'
import { tableDesign } from '#functions/data/table-keys.ts'
import { statementsOf } from './policies.ts'
import { propertiesOf, synthesiseEnvironment, testedEnvironments, textOf } from './synthesise.ts'

const built = testedEnvironments.map((name) => [name, synthesiseEnvironment(name)] as const)

const mediaBucket = { Properties: { CorsConfiguration: Match.anyValue() } }

describe.each(built)('the table of %s', (_name, { template }) => {
  const table = propertiesOf(template, 'AWS::DynamoDB::Table')
  const schema = (partition: string, sort: string) => [
    { AttributeName: partition, KeyType: 'HASH' },
    { AttributeName: sort, KeyType: 'RANGE' },
  ]

  it('has the keys and indexes of its design', () => {
    expect(table.KeySchema).toEqual(schema(tableDesign.partition, tableDesign.sort))
    expect(table.GlobalSecondaryIndexes).toEqual(
      tableDesign.indexes.map(({ name, partition, sort, projection }) => ({
        IndexName: name,
        KeySchema: schema(partition, sort),
        Projection:
          projection === 'KEYS_ONLY'
            ? { ProjectionType: 'KEYS_ONLY' }
            : { ProjectionType: 'INCLUDE', NonKeyAttributes: projection },
      })),
    )
  })

  it('projects at most 20 attributes per index and 100 in total, as DynamoDB allows', () => {
    const counts: number[] = tableDesign.indexes.map(({ projection }) =>
      projection === 'KEYS_ONLY' ? 0 : projection.length,
    )
    expect(Math.max(...counts)).toBeLessThanOrEqual(20)
    expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(100)
  })

  it('is billed on demand, has point-in-time recovery and deletes expired items', () => {
    expect(table).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
      SSESpecification: {
        SSEEnabled: true,
        SSEType: 'KMS',
        KMSMasterKeyId: { 'Fn::GetAtt': [expect.stringMatching(/^DataSharedDataKey/), 'Arn'] },
      },
      TimeToLiveSpecification: { AttributeName: tableDesign.ttl, Enabled: true },
    })
  })
})

describe('a restored table', () => {
  const RestoredTable = 'carelane-staging-restored-1'
  const { template: before } = synthesiseEnvironment('staging')
  const { template } = synthesiseEnvironment('staging', { parameters: { RestoredTable } })

  it('is backed up, and switching to it changes only alarms and the dashboard in the stack', () => {
    const [own] = Object.keys(template.findResources('AWS::DynamoDB::Table'))
    const saved = propertiesOf(template, 'AWS::Backup::BackupSelection').BackupSelection.Resources.map(textOf)
    expect(saved).toEqual([`<${own}.Arn>`, expect.stringMatching(/:table\/carelane-staging-restored-\*$/)])
    const [earlier, present] = [before, template].map((each) =>
      Object.entries<{ Type: string }>(each.toJSON().Resources),
    )
    const changed = present?.filter(([id, resource]) => {
      const other = earlier?.find(([name]) => name === id)
      return JSON.stringify(other?.[1]) !== JSON.stringify(resource)
    })
    expect(new Set(changed?.map(([, { Type }]) => Type))).toEqual(
      new Set(['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::Dashboard']),
    )
    for (const alarm of ['ReadsThrottled', 'WritesThrottled'])
      template.hasResourceProperties('AWS::CloudWatch::Alarm', {
        AlarmName: `carelane-staging-Alarms-${alarm}`,
        Metrics: Match.arrayWith([
          Match.objectLike({
            MetricStat: Match.objectLike({
              Metric: Match.objectLike({ Dimensions: [{ Name: 'TableName', Value: RestoredTable }] }),
            }),
          }),
        ]),
      })
  })

  it('is found by each function at run time through a parameter outside the stack', () => {
    const functions = Object.values(template.findResources('AWS::Lambda::Function')).flatMap(
      ({ Properties }) => Properties.Environment?.Variables ?? [],
    )
    const parameters = functions.flatMap(({ TABLE_PARAMETER = [] }) => TABLE_PARAMETER)
    expect(new Set(parameters)).toEqual(new Set(['/carelane/staging/table']))
    expect(parameters).toHaveLength(functions.filter(({ TABLE_NAME }) => TABLE_NAME).length)
    template.resourceCountIs('AWS::SSM::Parameter', 0)
    const readers = statementsOf(template).filter(({ Action }) => Action === 'ssm:GetParameter')
    for (const { Resource } of readers) expect(textOf(Resource)).toMatch(/:parameter\/carelane\/staging\/table$/)
    expect(readers).toHaveLength(parameters.length)
  })
})

describe.each(built)('the buckets of %s', (_name, { config, template }) => {
  it('let only the app’s pages post to the media bucket', () => {
    const [media] = Object.values(template.findResources('AWS::S3::Bucket', mediaBucket)).map((r) => r.Properties)
    const [rule, ...others] = media?.CorsConfiguration.CorsRules ?? []
    expect(others).toEqual([])
    expect(rule.AllowedMethods).toEqual(['GET', 'POST'])
    // Without a domain, only CloudFront knows the app's address, and only after the bucket exists, so all of CloudFront's addresses
    // are allowed.
    expect(rule.AllowedOrigins).toEqual([config.domain ? `https://${config.domain}` : 'https://*.cloudfront.net'])
  })

  it('have generated names, so that a second deploy cannot find them taken', () => {
    for (const { Properties } of Object.values(template.findResources('AWS::S3::Bucket')))
      expect(Properties).not.toHaveProperty('BucketName')
  })

  it('are not public', () => {
    template.allResourcesProperties('AWS::S3::Bucket', {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    })
  })

  it('reject requests without TLS', () => {
    const buckets = Object.keys(template.findResources('AWS::S3::Bucket'))
    expect(buckets.length).toBeGreaterThanOrEqual(3)
    for (const bucket of buckets)
      template.hasResourceProperties('AWS::S3::BucketPolicy', {
        Bucket: { Ref: bucket },
        PolicyDocument: {
          Statement: Match.arrayWith([
            Match.objectLike({
              Effect: 'Deny',
              Principal: { AWS: '*' },
              Action: 's3:*',
              Condition: { Bool: { 'aws:SecureTransport': 'false' } },
            }),
          ]),
        },
      })
  })

  it('delete unclaimed uploads, two-day-old archives and parts of incomplete uploads', () => {
    template.hasResource('AWS::S3::Bucket', {
      Properties: {
        CorsConfiguration: Match.anyValue(),
        LifecycleConfiguration: {
          Rules: [
            Match.objectLike({ Prefix: 'uploads/', ExpirationInDays: 1, Status: 'Enabled' }),
            Match.objectLike({
              Prefix: 'exports/',
              ExpirationInDays: 2,
              NoncurrentVersionExpiration: { NoncurrentDays: 1 },
              Status: 'Enabled',
            }),
            ...(config.mail ? [] : [Match.objectLike({ Prefix: 'mails/' })]),
            Match.objectLike({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' }),
          ],
        },
      },
    })
  })
})

const signingSecret = { Properties: { Description: 'Signs sessions and cursors' } }

describe('the signing secret', () => {
  it('is created by the deploy, with a current key of at least 256 random bits', () => {
    const [secret] = Object.values(
      synthesiseEnvironment('dev').template.findResources('AWS::SecretsManager::Secret', signingSecret),
    )
    const made = secret?.Properties.GenerateSecretString
    expect(JSON.parse(made.SecretStringTemplate)).toEqual({ current: made.GenerateStringKey })
    expect(made.ExcludePunctuation).toBe(true)
    expect(made.PasswordLength * Math.log2(62)).toBeGreaterThan(256)
  })
})
