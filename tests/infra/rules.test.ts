import { readFileSync } from 'node:fs'
import type { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, it } from 'vitest'
import { environmentNames } from '#infra/config.ts'
import { holdEnvironmentToRules } from './hold-to-rules.ts'
import { aWebBuild } from './synthesise.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const webBuild = aWebBuild({ 'index.html': '<!doctype html>', 'assets/index-C1a2.js': 'export {}' })
const held = environmentNames.map((name) => [name, holdEnvironmentToRules(name, webBuild)] as const)

describe.each(held)('the environment %s', (_name, { config, findings, refusal, acknowledged, used, template }) => {
  it('gives a reason for every broken rule of AWS Solutions or HIPAA Security, warnings included', () => {
    const broken = findings.map((f) => [f.ruleName, f.violatingConstructs.map((c) => c.constructPath)])
    expect(broken).toEqual([])
    expect(refusal).toBeUndefined()
  })

  it('gives each reason for one rule, by its full id', () => {
    expect(acknowledged.length).toBeGreaterThan(10)
    for (const { id, reason } of acknowledged) {
      expect(id).toMatch(/^(AwsSolutions::AwsSolutions|HIPAA\.Security::HIPAA\.Security)-\w/)
      expect(reason.length).toBeGreaterThanOrEqual(20)
    }
  })

  it('gives no reason for a rule that it does not break', () => {
    const isUsed = new Set(used.map(({ id, at }) => `${at} ${id}`))
    expect(acknowledged.map(({ id, at }) => `${at} ${id}`).filter((made) => !isUsed.has(made))).toEqual([])
  })

  const resources = Object.entries<Resource>(template.Resources)
  const of = (...types: string[]) => resources.filter(([, { Type }]) => types.includes(Type)).map(([, found]) => found)
  const statements = resources.flatMap(([id, { Properties = {} }]) =>
    ['PolicyDocument', 'KeyPolicy', 'AccessPolicy', 'AssumeRolePolicyDocument'].flatMap((name) =>
      statementsOf(Properties[name]).map((statement) => ({ id, ...statement })),
    ),
  )

  it('gives access to nobody whom it does not name', () => {
    const open = statements.filter(
      ({ Effect, Principal }) => Effect === 'Allow' && /"\*"/.test(JSON.stringify(Principal ?? '')),
    )
    expect(open).toEqual([])
    for (const { Properties } of of('AWS::Lambda::Permission')) expect(Properties?.Principal).toMatch(/amazonaws\.com$/)
    expect(of('AWS::Lambda::Url', 'AWS::S3::AccessPoint')).toEqual([])
  })

  it('accepts dead letters and messages over TLS only, and keeps them encrypted with its own key', () => {
    const closed = statements.filter(
      ({ Effect, Condition }) => Effect === 'Deny' && Condition?.Bool?.['aws:SecureTransport'] === 'false',
    )
    const isClosed = (id: string) => closed.some(({ Resource }) => JSON.stringify(Resource).includes(`"${id}"`))
    const kept = resources.filter(([, { Type }]) => ['AWS::SQS::Queue', 'AWS::SNS::Topic'].includes(Type))
    expect(kept).toHaveLength(3)
    for (const [id, { Properties }] of kept) {
      expect([id, isClosed(id)]).toEqual([id, true])
      expect(JSON.stringify(Properties?.KmsMasterKeyId)).toContain('FoundationOperationsKey')
    }
    for (const { Properties } of of('AWS::SecretsManager::Secret', 'AWS::Backup::BackupVault'))
      expect(JSON.stringify(Properties?.KmsKeyId ?? Properties?.EncryptionKeyArn)).toContain('FoundationDataKey')
    for (const { Properties } of of('AWS::KMS::Key')) expect(Properties?.EnableKeyRotation).toBe(true)
  })

  it('has keys that AWS services without a role of ours may use', () => {
    const services = statements
      .filter(({ id, Effect }) => id.startsWith('FoundationOperationsKey') && Effect === 'Allow')
      .flatMap(({ Principal }) => Principal?.Service ?? [])
    expect(services).toEqual(['logs.us-east-1.amazonaws.com', 'cloudwatch.amazonaws.com', 'events.amazonaws.com'])
  })

  it('limits each function to the concurrency of the configuration', () => {
    const reserved = resources.flatMap(([id, { Type, Properties }]) =>
      Type === 'AWS::Lambda::Function' && Properties?.ReservedConcurrentExecutions
        ? [[/^[a-z]+/.exec(id)?.[0], Properties.ReservedConcurrentExecutions]]
        : [],
    )
    expect(Object.fromEntries(reserved)).toEqual(config.concurrency)
  })

  it('mails every alarm, in a sentence of its own, and the budget to the configured address', () => {
    const alarms = of('AWS::CloudWatch::Alarm').map(({ Properties = {} }) => Properties)
    const told = [{ Ref: expect.stringMatching(/^FoundationWatchTopic/) }]
    for (const alarm of alarms) expect(alarm).toMatchObject({ AlarmActions: told, OKActions: told })
    const sentences = alarms.map(({ AlarmDescription }) => AlarmDescription)
    expect(new Set(sentences).size).toBe(alarms.length)
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].{20,}\.$/)
    const [subscription, ...others] = of('AWS::SNS::Subscription')
    expect([subscription?.Properties?.Endpoint, others]).toEqual([config.alarmAddress, []])
    const [budget] = of('AWS::Budgets::Budget')
    expect(budget?.Properties?.Budget).toMatchObject({ BudgetLimit: { Amount: config.monthlyBudget, Unit: 'USD' } })
    expect(JSON.stringify(budget)).toContain(config.alarmAddress)
  })

  it('has each alarm in the table of the README', () => {
    const names = of('AWS::CloudWatch::Alarm').map(({ Properties }) =>
      Properties?.AlarmName.replace(/^carelane-[a-z]+-/, ''),
    )
    expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
  })

  it('stays within AWS’s limits', () => {
    const { Resources, Outputs = {}, Parameters = {} } = template
    const within = (limit: number, what: string, size: number) =>
      expect([what, size]).toEqual([what, expect.toSatisfy((value: number) => value <= limit)])
    within(499, 'resources', Object.keys(Resources).length)
    within(200, 'outputs', Object.keys(Outputs).length)
    within(200, 'parameters', Object.keys(Parameters).length)
    within(1_000_000, 'template', sizeOf(template))
    for (const [id, { Type, Properties = {} }] of resources) {
      if (Type === 'AWS::IAM::ManagedPolicy') within(6144, id, sizeOf(Properties.PolicyDocument))
      if (Type === 'AWS::IAM::Policy') within(10_240, id, sizeOf(Properties.PolicyDocument))
      if (Type === 'AWS::KMS::Key') within(32_768, id, sizeOf(Properties.KeyPolicy))
      if (Type === 'AWS::S3::BucketPolicy') within(20_480, id, sizeOf(Properties.PolicyDocument))
      if (Type === 'AWS::Logs::ResourcePolicy') within(5120, id, sizeOf(Properties.PolicyDocument))
      if (Type === 'AWS::Lambda::Function') within(4096, id, sizeOf(Properties.Environment ?? {}))
      if (Type === 'AWS::CloudFront::Function') within(10_240, id, sizeOf(Properties.FunctionCode))
      if (Type === 'AWS::CloudWatch::Alarm') within(1024, id, sizeOf(Properties.AlarmDescription))
    }
  })
})

interface Statement {
  Effect: string
  Principal?: { Service?: string }
  Resource?: unknown
  Condition?: { Bool?: Record<string, string> }
}

type Resource = ReturnType<Template['findResources']>[string]

const statementsOf = (policy?: { Statement?: Statement[] }) => policy?.Statement ?? []

/** Bytes as they are sent. Each reference counts as the longest name that a resource can have. */
const sizeOf = (value: unknown) =>
  Buffer.byteLength(JSON.stringify(value, (_key, part) => (part?.Ref || part?.['Fn::GetAtt'] ? 'x'.repeat(120) : part)))
