import { describe, expect, it } from 'vitest'
import { functionAreas } from '#infra/area-needs.ts'
import { listRoutes } from '#shared/api/areas.ts'
import { allDependenciesOf, dependenciesOf } from './resource-graph.ts'
import { synthesise, synthesiseEnvironment, testedEnvironments, textOf } from './synthesise.ts'

/** The functions whose callers wait for a response. */
const waitedFor: readonly string[] = [...new Set(listRoutes().map(({ area }) => area)), 'edge']

describe.each(testedEnvironments)('a version of a function of %s', (name) => {
  const { template } = synthesiseEnvironment(name)
  const aliases = Object.entries(template.findResources('AWS::Lambda::Alias'))
  const areaOf = (id: string) => functionAreas.find((area) => id.startsWith(`App${area}`))

  it('receives all calls, and nothing calls an unreleased version', () => {
    expect(aliases.map(([id]) => areaOf(id)).sort()).toEqual([...functionAreas].sort())
    const { Resources } = template.toJSON()
    const callers = ['Integration', 'Authorizer'].flatMap((type) =>
      Object.values(template.findResources(`AWS::ApiGatewayV2::${type}`)).map(({ Properties }) =>
        textOf(Properties.IntegrationUri ?? Properties.AuthorizerUri),
      ),
    )
    const rules = Object.values(template.findResources('AWS::Events::Rule')).flatMap(({ Properties }) =>
      Properties.Targets.map(({ Arn }: { Arn: unknown }) => textOf(Arn)),
    )
    const mappings = Object.values(template.findResources('AWS::Lambda::EventSourceMapping')).map(({ Properties }) =>
      textOf(Properties.FunctionName),
    )
    const steps = Object.values(template.findResources('AWS::StepFunctions::StateMachine')).flatMap(({ Properties }) =>
      [...textOf(Properties.DefinitionString).matchAll(/"Resource":"([^"]+)"/g)].map(([, resource = '']) => resource),
    )
    const named = [...callers, ...rules, ...mappings, ...steps].map((text) => /<(App\w+)[.>]/.exec(text)?.[1] ?? '')
    expect(named.filter(Boolean).length).toBeGreaterThan(functionAreas.length)
    for (const id of named.filter(Boolean)) expect([id, Resources[id].Type]).toEqual([id, 'AWS::Lambda::Alias'])
  })

  it('takes a tenth of the calls for ten minutes if requested, and rolls back on its alarm', () => {
    const groups = template.findResources('AWS::CodeDeploy::DeploymentGroup')
    expect(Object.keys(groups)).toHaveLength(waitedFor.length)
    for (const [id, alias] of aliases) {
      const policy = alias.UpdatePolicy?.CodeDeployLambdaAliasUpdate
      expect([id, Boolean(policy)]).toEqual([id, waitedFor.includes(areaOf(id) ?? '')])
      if (!policy) continue
      const { Properties } = groups[policy.DeploymentGroupName.Ref] ?? {}
      expect(Properties).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent10Minutes',
        AutoRollbackConfiguration: { Enabled: true, Events: expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM']) },
        AlarmConfiguration: { Enabled: true },
      })
      const alarms = Properties?.AlarmConfiguration.Alarms.map(({ Name }: { Name: unknown }) => textOf(Name))
      expect(alarms).toEqual([expect.stringMatching(new RegExp(`^<AppShift${areaOf(id)}NewVersion`))])
    }
  })

  it('is stopped only by its own failures, not by those of the previous version', () => {
    for (const [id, alias] of aliases) {
      const area = areaOf(id) ?? ''
      const [alarm] = Object.values(
        template.findResources('AWS::CloudWatch::Alarm', {
          Properties: { AlarmName: `carelane-${name}-Shift-${area}-NewVersion` },
        }),
      )
      if (!waitedFor.includes(area)) {
        expect(alarm).toBeUndefined()
        continue
      }
      const version = alias.Properties.FunctionVersion
      const dimensions = alarm?.Properties.Metrics.flatMap(
        ({ MetricStat }: { MetricStat?: { Metric: { Namespace: string; Dimensions?: object[] } } }) =>
          MetricStat?.Metric.Namespace === 'AWS/Lambda' ? [MetricStat.Metric.Dimensions] : [],
      )
      expect(dimensions).toHaveLength(2)
      for (const each of dimensions) expect(each).toContainEqual({ Name: 'ExecutedVersion', Value: version })
      const filters = Object.values(template.findResources('AWS::Logs::MetricFilter')).map(
        ({ Properties }) => [Properties.MetricTransformations[0].MetricName, textOf(Properties.FilterPattern)] as const,
      )
      const [, pattern = ''] = filters.find(([metric]) => metric === `${area}-failed-calls`) ?? []
      expect(pattern).toContain(`$.version = "${textOf(version)}"`)
      expect(pattern).toContain('$.status = 500')
    }
  })

  it('takes all calls at once if an operator says so, and ignores its alarm', { tags: ['proof'] }, () => {
    const now = synthesise(name, { parameters: { TrafficShift: 'at-once' } }).template
    now.allResourcesProperties('AWS::CodeDeploy::DeploymentGroup', {
      DeploymentConfigName: 'CodeDeployDefault.LambdaAllAtOnce',
    })
    for (const { Properties } of Object.values(now.findResources('AWS::CodeDeploy::DeploymentGroup')))
      expect(Properties.AlarmConfiguration.Enabled).toBe(false)
  })

  it('has its pace and alarm before it shifts, and the web files wait for the shift', () => {
    const dependencies = dependenciesOf(template)
    for (const [id, alias] of aliases) {
      const policy = alias.UpdatePolicy?.CodeDeployLambdaAliasUpdate
      if (!policy) continue
      const before = [...(dependencies.get(id) ?? [])]
      expect(before).toContain(policy.DeploymentGroupName.Ref)
      for (const part of ['NewVersion', 'failedcallsFilter'])
        expect(before.filter((each) => each.startsWith(`AppShift${areaOf(id)}${part}`))).toHaveLength(1)
    }
    const [files] = Object.keys(template.findResources('Custom::CDKBucketDeployment'))
    for (const [id] of files ? aliases : []) expect(allDependenciesOf(dependencies, files ?? '')).toContain(id)
  })
})

it('a function gets a new version when a parameter changes its environment, and only then', {
  tags: ['proof'],
  timeout: 120_000,
}, () => {
  const versionsOf = (parameters: Record<string, string | number>) => {
    const { template: deployed } = synthesise('prod', { parameters })
    return functionAreas.map((area) => {
      const of = (type: string) =>
        Object.entries(deployed.findResources(type)).find(([id]) => id.startsWith(`App${area}`))?.[1].Properties
      const variables = JSON.stringify(of('AWS::Lambda::Function').Environment ?? {})
      return { area, variables, description: textOf(of('AWS::Lambda::Version').Description ?? '') }
    })
  }
  const before = versionsOf({})
  let changed = 0
  for (const parameters of [
    { SealKeys: 2 },
    { EdgeRotation: 'e1,e2' },
    { EdgeRotation: 'e2' },
    { RateLimit: 7, BurstLimit: 8, AddressLimit: 90, TrafficShift: 'at-once' },
  ])
    for (const [i, { area, variables, description }] of versionsOf(parameters).entries()) {
      const isOther = variables !== before[i]?.variables
      if (isOther) changed += 1
      expect([parameters, area, description !== before[i]?.description]).toEqual([parameters, area, isOther])
    }
  expect(changed).toBeGreaterThan(2)
  const shown = versionsOf({ EdgeRotation: 'e1,e2' })
  // The guard does not depend on what CloudFront sends, so the next step leaves the guard unchanged.
  expect(versionsOf({ EdgeRotation: 'e2,e1' })).toEqual(shown)
})
