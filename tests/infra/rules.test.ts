import { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, it, test } from 'vitest'
import { mostSealKeys } from '#infra/operator-parameters.ts'
import { rulesOff } from '#infra/rules.ts'
import { deployedConfig } from './deployed-config.ts'
import { applyRulesToStack } from './hold-to-rules.ts'
import { resourcesOf, statementsOf } from './policies.ts'
import { aWebBuildFolder, testedDeployables } from './synthesise.ts'
import { withParameters } from './with-parameters.ts'

const webBuild = aWebBuildFolder({ 'index.html': '<!doctype html>', 'assets/index-C1a2.js': 'export {}' })
const held = testedDeployables.map(
  (name) => [name, applyRulesToStack(name, { webBuild, config: deployedConfig })] as const,
)

test('each disabled rule has a reason, and some stack breaks it', () => {
  for (const reason of Object.values(rulesOff)) expect(reason.length).toBeGreaterThanOrEqual(20)
  const broken = new Set(held.flatMap(([, { brokenBeforeRulesOff }]) => brokenBeforeRulesOff))
  for (const rule of Object.keys(rulesOff)) expect(broken).toContain(rule)
})

describe.each(held)('the stack of %s', (_name, { findings, refusal, acknowledged, used, template }) => {
  it('gives a reason for every broken rule of AWS Solutions or HIPAA Security, including warnings', () => {
    const broken = findings.map((f) => [f.ruleName, f.violatingConstructs.map((c) => c.constructPath)])
    expect(broken).toEqual([])
    expect(refusal).toBeUndefined()
  })

  it('gives each reason for one rule, by its full ID', () => {
    for (const { id, reason } of acknowledged) {
      expect(id).toMatch(/^(AwsSolutions::AwsSolutions|HIPAA\.Security::HIPAA\.Security)-\w/)
      expect(reason.length).toBeGreaterThanOrEqual(20)
    }
  })

  it('gives no reason for a rule that it does not break', () => {
    const isUsed = new Set(used.map(({ id, at }) => `${at} ${id}`))
    expect(acknowledged.map(({ id, at }) => `${at} ${id}`).filter((made) => !isUsed.has(made))).toEqual([])
  })

  const deployed = withParameters(template, {
    RestoredTable: 'x'.repeat(60),
    SealKeys: mostSealKeys,
    EdgeRotation: 'e1,e2',
  })
  const { resources, of } = resourcesOf(Template.fromJSON(deployed))
  const statements = statementsOf(Template.fromJSON(template))

  it('gives access only to principals that it names', () => {
    const open = statements.filter(
      ({ Effect, Principal }) => Effect === 'Allow' && /"\*"/.test(JSON.stringify(Principal ?? '')),
    )
    expect(open).toEqual([])
    // A service may act only on behalf of this account, so each of these statements needs a condition. AWS tells the policy which
    // account a service acts for, except for EventBridge.
    const forServices = statements.filter(
      ({ Effect, Principal, id }) =>
        Effect === 'Allow' &&
        Principal?.Service &&
        Principal.Service !== 'events.amazonaws.com' &&
        !/Role|DLQ|Queue/.test(id),
    )
    for (const { id, Condition } of forServices)
      expect([id, JSON.stringify(Condition ?? {})]).toEqual([
        id,
        expect.stringMatching(
          /aws:SourceA(ccount|rn)|kms:EncryptionContext:aws:logs:arn|"AWS::CloudFront|distribution/,
        ),
      ])
    for (const { Properties } of of('AWS::Lambda::Permission')) expect(Properties?.Principal).toMatch(/amazonaws\.com$/)
    expect(of('AWS::Lambda::Url', 'AWS::S3::AccessPoint')).toEqual([])
  })

  it('stays within AWS limits', () => {
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
      if (Type === 'AWS::IAM::Role') within(10_240, id, sizeOf(Properties.Policies ?? []))
      if (Type === 'AWS::KMS::Key') within(32_768, id, sizeOf(Properties.KeyPolicy))
      if (Type === 'AWS::S3::BucketPolicy') within(20_480, id, sizeOf(Properties.PolicyDocument))
      if (Type === 'AWS::Logs::ResourcePolicy') within(5120, id, sizeOf(Properties.PolicyDocument))
      if (Type === 'AWS::Lambda::Function') within(4096, id, sizeOf(Properties.Environment ?? {}))
      if (Type === 'AWS::CloudFront::Function') within(10_240, id, sizeOf(Properties.FunctionCode))
      if (Type === 'AWS::CloudWatch::Alarm') within(1024, id, sizeOf(Properties.AlarmDescription))
    }
  })
})

/** Returns the size of a template, or of a part of one, in bytes. Each reference counts as a name of 120 characters. */
const sizeOf = (value: unknown) =>
  Buffer.byteLength(JSON.stringify(value, (_key, part) => (part?.Ref || part?.['Fn::GetAtt'] ? 'x'.repeat(120) : part)))
