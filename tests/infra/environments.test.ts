import { describe, expect, it } from 'vitest'
import { functionAreas } from '#infra/area-needs.ts'
import { resourcesOf, statementsOf } from './policies.ts'
import { synthesiseEnvironment, testedEnvironments } from './synthesise.ts'

describe.each(testedEnvironments)('the environment %s', (name) => {
  const { config, template } = synthesiseEnvironment(name)
  const { of, resources } = resourcesOf(template)
  const statements = statementsOf(template)

  it('retains or deletes its data as configured, and never retains data of a failed creation', () => {
    const retained = config.retainsData
    for (const type of ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::KMS::Key', 'AWS::Logs::LogGroup'])
      template.allResources(type, { DeletionPolicy: retained ? 'RetainExceptOnCreate' : 'Delete' })
    for (const Description of ['Signs sessions and cursors', 'Signs in the canary organization'])
      template.hasResource('AWS::SecretsManager::Secret', {
        DeletionPolicy: retained ? 'RetainExceptOnCreate' : 'Delete',
        Properties: { Description },
      })
    template.hasResourceProperties('AWS::DynamoDB::Table', { DeletionProtectionEnabled: retained })
    // CDK's function that empties buckets may delete all objects. No environment may contain it.
    template.resourceCountIs('Custom::S3AutoDeleteObjects', 0)
    template.resourceCountIs('AWS::Backup::BackupPlan', config.recovery ? 1 : 0)
  })

  it('retains every log as configured, encrypted', () => {
    for (const { Properties } of of('AWS::Logs::LogGroup')) {
      expect(Properties?.RetentionInDays).toBe(config.logRetention)
      expect(JSON.stringify(Properties?.KmsKeyId)).toContain('SharedOperationsKey')
    }
  })

  it('accepts dead letters and messages over TLS only, and encrypts them', () => {
    const closed = statements.filter(
      ({ Effect, Condition }) => Effect === 'Deny' && Condition?.Bool?.['aws:SecureTransport'] === 'false',
    )
    const isClosed = (id: string) => closed.some(({ Resource }) => JSON.stringify(Resource).includes(`"${id}"`))
    const retained = resources.filter(([, { Type }]) => ['AWS::SQS::Queue', 'AWS::SNS::Topic'].includes(Type))
    expect(retained).toHaveLength(3)
    for (const [id] of retained) expect([id, isClosed(id)]).toEqual([id, true])
    for (const [id, { Properties }] of retained.filter(([, { Type }]) => Type === 'AWS::SNS::Topic')) {
      // What wakes someone must arrive even if no key works.
      const isEncrypted = JSON.stringify(Properties?.KmsMasterKeyId)?.includes('DataSharedOperationsKey') ?? false
      expect([id, isEncrypted]).toEqual([id, !id.startsWith('DataSharedAlarmsNight')])
    }
    // EventBridge puts letters here too, and no key of ours names it.
    for (const { Properties } of of('AWS::SQS::Queue'))
      expect([Properties?.SqsManagedSseEnabled, Properties?.KmsMasterKeyId]).toEqual([true, undefined])
    for (const { Properties } of of('AWS::SecretsManager::Secret'))
      expect(JSON.stringify(Properties?.KmsKeyId)).toContain('DataSharedDataKey')
    for (const { Properties } of of('AWS::Backup::BackupVault'))
      expect(JSON.stringify(Properties?.EncryptionKeyArn)).toContain('DataBackupsEncryptionKey')
    // KMS cannot rotate signing keys: a new key is added instead.
    for (const { Properties } of of('AWS::KMS::Key').filter(({ Properties }) => Properties?.KeyUsage !== 'SIGN_VERIFY'))
      expect(Properties?.EnableKeyRotation).toBe(true)
  })

  it('has keys that AWS services without a role in the stack can use', () => {
    const servicesOf = (key: string) =>
      statements
        .filter(({ id, Effect }) => id.startsWith(key) && Effect === 'Allow')
        .flatMap(({ Principal }) => Principal?.Service ?? [])
        .toSorted()
    expect(servicesOf('DataSharedOperationsKey')).toEqual(['cloudwatch.amazonaws.com', 'logs.us-east-1.amazonaws.com'])
    expect(servicesOf('DataSharedDataKey')).toEqual(config.recovery?.copyRegion ? ['cloudtrail.amazonaws.com'] : [])
  })

  it('limits each function to the configured concurrency', () => {
    const reserved = resources.flatMap(([id, { Type, Properties }]) =>
      Type === 'AWS::Lambda::Function' && Properties?.ReservedConcurrentExecutions
        ? [[functionAreas.find((area) => id.startsWith(`App${area}`)), Properties.ReservedConcurrentExecutions]]
        : [],
    )
    expect(Object.fromEntries(reserved)).toEqual(config.concurrency)
  })

  it('emails every alarm, in its own words, and the budget to the configured address', () => {
    const alarms = of('AWS::CloudWatch::Alarm').map(({ Properties = {} }) => Properties)
    for (const { AlarmActions, OKActions } of alarms) {
      expect(AlarmActions).toEqual([{ Ref: expect.stringMatching(/^DataSharedAlarms(Morning|Night)/) }])
      expect(OKActions).toEqual(AlarmActions)
    }
    const sentences = alarms.map(({ AlarmDescription }) => AlarmDescription)
    expect(new Set(sentences).size).toBe(alarms.length)
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].{20,}\.$/)
    const subscribers = of('AWS::SNS::Subscription').map(({ Properties }) => Properties?.Endpoint)
    const budgets = of('AWS::Budgets::Budget')
    // dev has an address only if its deploy gives one.
    if (!config.alarmAddress) return expect([...subscribers, ...budgets]).toEqual([])
    expect(subscribers).toEqual([config.alarmAddress, config.alarmAddress])
    expect(budgets[0]?.Properties?.Budget).toMatchObject({ BudgetLimit: { Amount: config.monthlyBudget, Unit: 'USD' } })
    expect(JSON.stringify(budgets)).toContain(config.alarmAddress)
  })
})
