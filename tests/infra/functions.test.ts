import { describe, expect, it } from 'vitest'
import { areaNeeds, functionAreas } from '#infra/area-needs.ts'
import { scheduleExpression } from '#infra/schedule.ts'
import { listRoutes } from '#shared/api/areas.ts'
import { resourcesOf, statementsOf } from './policies.ts'
import { synthesiseEnvironment, testedEnvironments, textOf } from './synthesise.ts'

const built = testedEnvironments.map((name) => [name, synthesiseEnvironment(name)] as const)

describe.each(built)('the functions of %s', (_name, { config, template }) => {
  const ours = Object.entries(template.findResources('AWS::Lambda::Function')).filter(([id]) => id.startsWith('App'))
  const areaOf = (id: string) => functionAreas.find((area) => id.startsWith(`App${area}Function`))

  it('are one for each area with a route, plus those that no route leads to', () => {
    expect(ours.map(([id]) => areaOf(id)).sort()).toEqual([...functionAreas].sort())
    for (const { area } of listRoutes()) expect(functionAreas).toContain(area)
  })

  it('run on Node 24 and arm64 with the configured memory', () => {
    const properties = { Runtime: 'nodejs24.x', Architectures: ['arm64'], MemorySize: config.memory }
    template.resourcePropertiesCountIs('AWS::Lambda::Function', properties, functionAreas.length)
  })

  it('each have an alarm whose description says who is affected', () => {
    for (const area of functionAreas) {
      const { alarmDescription, wakes } = areaNeeds[area]
      template.hasResourceProperties('AWS::CloudWatch::Alarm', {
        AlarmDescription: wakes ? `${alarmDescription} See infra/${wakes}.` : alarmDescription,
        AlarmName: `carelane-${_name}-${area}-Failing`,
      })
    }
  })

  it('have no secret in their configuration, and only the guard knows where its secret is', () => {
    for (const [id, { Properties }] of ours) {
      const variables = JSON.stringify(Properties.Environment ?? {})
      expect([id, variables]).toEqual([id, expect.not.stringContaining('resolve:secretsmanager')])
      const isGuard = areaOf(id) === 'edge'
      expect([id, variables.includes('EdgeSecrets')]).toEqual([id, isGuard])
    }
  })

  it('never scan, except for the migration, and no role has all actions of a service', () => {
    const policies = resourcesOf(template).resources.filter(([, { Type }]) => /^AWS::IAM::/.test(Type))
    expect(policies.length).toBeGreaterThan(0)
    for (const [id, policy] of policies) {
      const text = JSON.stringify(policy)
      expect([id, text.includes('Scan')]).toEqual([id, id.startsWith('AppmigrationRole')])
      expect(text).not.toMatch(/PartiQL|"[\w-]+:\*"|"Action":"\*"/)
    }
    const everywhere = statementsOf(template).filter(
      ({ id, Resource }) => /(Grants|Items)/.test(id) && [Resource].flat().includes('*'),
    )
    expect(everywhere).toEqual([])
  })

  it('have no policies outside their roles', () => {
    template.resourceCountIs('AWS::IAM::ManagedPolicy', 0)
    for (const { Properties } of Object.values(template.findResources('AWS::IAM::Policy')))
      expect(JSON.stringify(Properties.Roles)).not.toMatch(/"App[a-z]+Role/)
  })

  it('can write signed objects only once, and read only their own secret', () => {
    const statements = statementsOf(template).filter(({ Effect }) => Effect === 'Allow')
    const writes = statements.filter(({ Action }) => [Action].flat().includes('s3:PutObject'))
    // An environment without a sender keeps its emails: dev.test.ts has who may write them.
    const byFunctions = writes.filter(
      ({ id, Resource }) => id.startsWith('App') && !textOf(Resource).endsWith('/mails/*'),
    )
    expect(
      byFunctions.map(({ id, Resource, Condition }) => [
        /^App([a-z]+)/.exec(id)?.[1],
        textOf(Resource).replace(/^.*>/, ''),
        Condition,
      ]),
    ).toEqual([
      ['deliveries', '/tenants/*', { Null: { 's3:if-none-match': 'false' } }],
      ['deliveries', '/uploads/*', undefined],
      ['eventcopy', '/events/*', { Null: { 's3:if-none-match': 'false' } }],
      ['exports', '/exports/*', undefined],
    ])
    const readers = statements.filter(({ Action }) => [Action].flat().includes('secretsmanager:GetSecretValue'))
    const secretsOf = Object.fromEntries(
      readers.map(({ id, Resource }) => [
        /^App([a-z]+)/.exec(id)?.[1],
        /^<Data([A-Z][a-z]+)/.exec(textOf([Resource].flat()[0]))?.[1],
      ]),
    )
    expect(secretsOf).toEqual(
      Object.fromEntries(
        functionAreas.flatMap((area) => {
          const { secret } = areaNeeds[area]
          return secret ? [[area, secret === 'edge' ? 'Edge' : 'Signing']] : []
        }),
      ),
    )
    expect(secretsOf).not.toHaveProperty('feedback')
    expect(secretsOf).not.toHaveProperty('unknown')
  })

  it('can sign with the seal keys, and no other key, if they serve proofs', () => {
    const signing = statementsOf(template).filter(({ Action }) => [Action].flat().includes('kms:Sign'))
    expect(
      signing.map(({ id, Action, Resource }) => [/^App([a-z]+)/.exec(id)?.[1], Action, [Resource].flat().map(textOf)]),
    ).toEqual(
      ['deliveries', 'exports'].map((area) => [
        area,
        ['kms:DescribeKey', 'kms:GetPublicKey', 'kms:Sign'],
        [expect.stringMatching(/^<DataSealKeyss1\w+\.Arn>$/)],
      ]),
    )
  })

  it('that answer unknown routes have no permission except for their own log', () => {
    const rights = statementsOf(template).filter(({ id }) => /^Appunknown(Grants|Items)/.test(id))
    const actions = rights.flatMap(({ Action }) => Action)
    expect(actions.sort()).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents'])
  })

  it('run on the schedule in their needs, or on none', () => {
    const rules = Object.values(template.findResources('AWS::Events::Rule')).flatMap(({ Properties }) =>
      Properties.ScheduleExpression
        ? [[/^<App([a-z]+)Live/.exec(textOf(Properties.Targets[0].Arn))?.[1], Properties.ScheduleExpression]]
        : [],
    )
    expect(Object.fromEntries(rules)).toEqual(
      Object.fromEntries(
        functionAreas.flatMap((area) => {
          const { schedule } = areaNeeds[area]
          return schedule ? [[area, scheduleExpression(schedule)]] : []
        }),
      ),
    )
    expect(rules.length).toBeGreaterThan(2)
  })
})
