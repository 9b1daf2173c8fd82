import { App, Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, it } from 'vitest'
import { EncryptionKey } from '#infra/constructs/encryption-key.ts'
import { type Resource, resourcesOf, statementsOf } from './policies.ts'
import { propertiesOf, synthesise, textOf } from './synthesise.ts'

const staging = synthesise('staging').template
const prod = synthesise('prod').template
const copy = synthesise('prod-copy').template
const bucketsUnderLock = (template: typeof prod) =>
  resourcesOf(template)
    .of('AWS::S3::Bucket')
    .filter(({ Properties }) => Properties?.ObjectLockEnabled)
/** Returns a function that says whether the names of a bucket's access logs begin with exactly this prefix. */
const isOf =
  (prefix: string) =>
  ({ Properties }: Resource) =>
    Properties?.LoggingConfiguration?.LogFilePrefix === prefix

it('a lost key gets a successor under another id, and the same alias points at it', () => {
  const aliasOf = (id: string) => {
    const stack = new Stack(new App({ builtinCloudFormationValidation: false }), 'carelane-test')
    new EncryptionKey(stack, id, { alias: 'carelane-test-operations', description: 'Logs', retainsData: true })
    const template = Template.fromStack(stack)
    const [[key] = []] = Object.entries(template.findResources('AWS::KMS::Key'))
    const [[alias, { Properties } = { Properties: {} }] = []] = Object.entries(
      template.findResources('AWS::KMS::Alias'),
    )
    return { key, alias, name: Properties.AliasName, target: textOf(Properties.TargetKeyId) }
  }
  const [before, after] = [aliasOf('Operations'), aliasOf('Operations2')]
  expect(after.key).not.toBe(before.key)
  expect([after.alias, after.name]).toEqual([before.alias, before.name])
  expect(after.target).toBe(`<${after.key}.Arn>`)
})

describe('backups', () => {
  it('lie in a vault that no one can empty early, in prod not even the account’s owner after three days', () => {
    expect(propertiesOf(staging, 'AWS::Backup::BackupVault').LockConfiguration).toEqual({
      MinRetentionDays: 35,
      MaxRetentionDays: 90,
    })
    for (const template of [prod, copy])
      expect(propertiesOf(template, 'AWS::Backup::BackupVault').LockConfiguration).toEqual({
        MinRetentionDays: 35,
        MaxRetentionDays: 366,
        ChangeableForDays: 3,
      })
  })

  it('have their own key, and a vault with a name that no earlier vault can have', () => {
    for (const template of [staging, prod, copy]) {
      const { BackupVaultName, EncryptionKeyArn } = propertiesOf(template, 'AWS::Backup::BackupVault')
      expect(textOf(BackupVaultName)).toMatch(/^carelane-[a-z-]+<.*AWS::StackId/)
      expect(textOf(EncryptionKeyArn)).toMatch(/Encryption/)
    }
  })

  it('are made weekly and monthly, within the hour, and prod’s are copied to the second region', () => {
    for (const [template, monthly] of [
      [staging, 90],
      [prod, 366],
    ] as const) {
      const rules = propertiesOf(template, 'AWS::Backup::BackupPlan').BackupPlan.BackupPlanRule
      expect(rules.map((rule: { Lifecycle: object }) => rule.Lifecycle)).toEqual([
        { DeleteAfterDays: 35 },
        { DeleteAfterDays: monthly, ...(monthly > 120 && { MoveToColdStorageAfterDays: 30 }) },
      ])
      for (const { CopyActions, Lifecycle, StartWindowMinutes } of rules) {
        expect(StartWindowMinutes).toBe(60)
        expect(CopyActions).toEqual(
          template === prod ? [{ DestinationBackupVaultArn: { Ref: 'CopyVault' }, Lifecycle }] : undefined,
        )
      }
    }
  })
})

describe('media buckets', () => {
  it('are versioned; prod’s signed objects are copied under lock, and deletions are not copied', () => {
    for (const template of [staging, prod, copy])
      template.allResourcesProperties('AWS::S3::Bucket', { VersioningConfiguration: { Status: 'Enabled' } })
    const [rule, ...others] = resourcesOf(prod)
      .of('AWS::S3::Bucket')
      .flatMap(({ Properties }) => Properties?.ReplicationConfiguration?.Rules ?? [])
    expect(others).toEqual([])
    expect(rule).toMatchObject({
      Status: 'Enabled',
      Filter: { Prefix: 'tenants/' },
      DeleteMarkerReplication: { Status: 'Disabled' },
      SourceSelectionCriteria: { SseKmsEncryptedObjects: { Status: 'Enabled' } },
      Destination: { EncryptionConfiguration: { ReplicaKmsKeyID: { Ref: 'CopyKey' } }, Metrics: { Status: 'Enabled' } },
    })
    expect(
      resourcesOf(staging)
        .of('AWS::S3::Bucket')
        .some(({ Properties }) => Properties?.ReplicationConfiguration),
    ).toBe(false)
  })

  it('are copied by a role that cannot read objects itself or delete any', () => {
    const rights = statementsOf(prod).filter(({ id }) => /Replication.*Grants/.test(id))
    const actions = rights.flatMap(({ Action }) => Action).sort()
    expect(actions.filter((action) => /Delete|PutObject$|GetObject$/.test(action))).toEqual([])
    expect(actions).toContain('s3:ReplicateObject')
    expect(actions).not.toContain('s3:ReplicateDelete')
  })

  it('have copies that no one can delete for a year', () => {
    const [replica, ...others] = bucketsUnderLock(copy)
    expect(others).toEqual([])
    expect(replica?.Properties?.ObjectLockConfiguration.Rule.DefaultRetention).toEqual({
      Mode: 'COMPLIANCE',
      Days: 366,
    })
  })

  it('find the copy through parameters that the copy’s stack outputs and CloudFormation keeps', () => {
    const [{ Value = '' } = {}] = Object.values<{ Value?: unknown }>(copy.toJSON().Outputs)
    const ofCopies = (template: typeof prod) =>
      Object.keys(template.toJSON().Parameters).filter((name) => /^Copy|^Replica/.test(name))
    const parameters = ofCopies(prod)
    expect(parameters).toHaveLength(3)
    for (const name of parameters) expect(textOf(Value)).toContain(`--parameters ${name}=<`)
    expect(ofCopies(staging)).toEqual([])
  })

  it('are copied only to the vault, bucket, key and region in the parameters', () => {
    const { CopyVault, CopyKey } = prod.toJSON().Parameters
    expect(CopyVault.AllowedPattern).toMatch(/^arn:aws:backup:us-west-2:/)
    expect(CopyKey.AllowedPattern).toMatch(/^arn:aws:kms:us-west-2:/)
    const [rule] = resourcesOf(prod)
      .of('AWS::S3::Bucket')
      .flatMap(({ Properties }) => Properties?.ReplicationConfiguration?.Rules ?? [])
    expect(textOf(rule.Destination.Bucket)).toBe('arn:aws:s3:::<ReplicaBucket>')
    expect(rule.Destination.EncryptionConfiguration.ReplicaKmsKeyID).toEqual({ Ref: 'CopyKey' })
    const [signing] = resourcesOf(prod)
      .of('AWS::SecretsManager::Secret')
      .flatMap(({ Properties }) => Properties?.ReplicaRegions ?? [])
    expect(signing).toEqual({ Region: 'us-west-2', KmsKeyId: { Ref: 'CopyKey' } })
  })
})

describe('prod’s audit trail', () => {
  it('may describe its key and use it only for itself, as CloudTrail’s guide requires', () => {
    const [statement, ...others] = statementsOf(prod).filter(
      ({ id, Principal }) => id.includes('DataKey') && Principal?.Service === 'cloudtrail.amazonaws.com',
    )
    expect([statement?.Action, others]).toEqual([['kms:Decrypt', 'kms:DescribeKey', 'kms:GenerateDataKey*'], []])
    expect(textOf(statement?.Condition?.StringEquals?.['aws:SourceArn'])).toMatch(
      /:cloudtrail:us-east-1:000000000000:trail\/carelane-prod$/,
    )
  })

  it('records who accessed which item and object, and every call that manages the account or reads a secret', () => {
    const trail = propertiesOf(prod, 'AWS::CloudTrail::Trail')
    const selected = trail.AdvancedEventSelectors.map(
      ({ FieldSelectors }: { FieldSelectors: { Field: string; Equals?: unknown[]; StartsWith?: unknown[] }[] }) =>
        Object.fromEntries(
          FieldSelectors.map(({ Field, Equals = [], StartsWith = [] }) => [
            Field,
            [...Equals, ...StartsWith].map(textOf).join(),
          ]),
        ),
    )
    expect(selected).toEqual([
      { eventCategory: 'Management' },
      {
        eventCategory: 'Data',
        'resources.type': 'AWS::DynamoDB::Table',
        'resources.ARN': expect.stringMatching(/:table\/carelane-prod-$/),
      },
      {
        eventCategory: 'Data',
        'resources.type': 'AWS::S3::Object',
        'resources.ARN': expect.stringMatching(/^<DataMediaBucket\w+\.Arn>\/,<DataEventCopiesBucket\w+\.Arn>\/$/),
      },
    ])
    expect(trail).toMatchObject({ IsLogging: true, EnableLogFileValidation: true, IsMultiRegionTrail: true })
  })

  it('is encrypted with the data key, because its records contain keys of items', () => {
    const [records] = bucketsUnderLock(prod).filter(isOf('trail/'))
    const [{ ServerSideEncryptionByDefault: encryption }] =
      records?.Properties?.BucketEncryption.ServerSideEncryptionConfiguration ?? []
    for (const key of [encryption?.KMSMasterKeyID, propertiesOf(prod, 'AWS::CloudTrail::Trail').KMSKeyId])
      expect(textOf(key)).toMatch(/^<DataSharedDataKey/)
  })

  it('stores its records for six years, in the cheapest storage class after three months', () => {
    const [records] = bucketsUnderLock(prod).filter(isOf('trail/'))
    const [rule, ...others] = records?.Properties?.LifecycleConfiguration.Rules ?? []
    expect(others).toEqual([])
    expect(rule.ExpirationInDays).toBeGreaterThan(6 * 365)
    expect(rule.Transitions).toEqual([{ StorageClass: 'DEEP_ARCHIVE', TransitionInDays: 90 }])
  })

  it('is locked for a year and written only by the trail', () => {
    const [records] = bucketsUnderLock(prod).filter(isOf('trail/'))
    expect(records?.Properties?.ObjectLockConfiguration.Rule.DefaultRetention).toEqual({
      Mode: 'COMPLIANCE',
      Days: 365,
    })
    const writers = statementsOf(prod).filter(
      ({ id, Effect, Principal }) => id.startsWith('DataTrailRecords') && Effect === 'Allow' && Principal?.Service,
    )
    for (const { Principal, Condition } of writers) {
      expect(Principal?.Service).toBe('cloudtrail.amazonaws.com')
      expect(textOf(Condition?.StringEquals?.['aws:SourceArn'])).toMatch(/:trail\/carelane-prod$/)
    }
    expect(writers).toHaveLength(2)
  })

  it('exists only in prod', () => {
    staging.resourceCountIs('AWS::CloudTrail::Trail', 0)
    expect(bucketsUnderLock(staging).filter(isOf('trail/'))).toEqual([])
  })
})

describe('copies of events', () => {
  it('cannot be changed or deleted for a year; staging’s lock can be lifted, and dev has none', () => {
    for (const [template, Mode] of [
      [staging, 'GOVERNANCE'],
      [prod, 'COMPLIANCE'],
    ] as const) {
      const [copies, ...others] = bucketsUnderLock(template).filter(isOf('event-copies/'))
      expect(others).toEqual([])
      expect(copies?.Properties).toMatchObject({
        ObjectLockConfiguration: { Rule: { DefaultRetention: { Mode, Days: 365 } } },
        VersioningConfiguration: { Status: 'Enabled' },
      })
      expect(
        textOf(
          copies?.Properties?.BucketEncryption.ServerSideEncryptionConfiguration[0].ServerSideEncryptionByDefault
            .KMSMasterKeyID,
        ),
      ).toMatch(/^<DataSharedDataKey/)
    }
    expect(bucketsUnderLock(synthesise('dev').template)).toEqual([])
  })

  it('are written once by their own function and read by none', () => {
    for (const template of [staging, prod]) {
      const rights = statementsOf(template).filter(
        ({ Effect, Resource }) => Effect === 'Allow' && textOf([Resource].flat()[0]).startsWith('<DataEventCopies'),
      )
      expect(rights.map(({ id, Action, Condition }) => [id.slice(0, 12), Action, Condition])).toEqual([
        ['Appeventcopy', 's3:PutObject', { Null: { 's3:if-none-match': 'false' } }],
        ['Appeventcopy', 's3:ListBucket', { StringLike: { 's3:prefix': ['events/*'] } }],
      ])
    }
  })
})
