import { describe, expect, it } from 'vitest'
import { functionAreas } from '#infra/area-needs.ts'
import { listRoutes } from '#shared/api/areas.ts'
import { edgeHeaders } from '#shared/api/edge-headers.ts'
import { recipientPageRoutes } from '#shared/api/recipient-page-path.ts'
import { propertiesOf, synthesiseEnvironment, testedEnvironments, textOf } from './synthesise.ts'

/** The calls of the contract, and the recipient's page. */
const known = [...listRoutes(), ...recipientPageRoutes]

const built = testedEnvironments.map((name) => [name, synthesiseEnvironment(name)] as const)

describe.each(built)('the gateway of %s', (_name, { config, template }) => {
  const routes = Object.entries(template.findResources('AWS::ApiGatewayV2::Route'))
  const { Resources } = template.toJSON()
  const functionOf = ({ Properties }: (typeof routes)[number][1]): string => {
    const integration = /<(.+)>/.exec(textOf(Properties.Target))?.[1] ?? ''
    return Resources[integration].Properties.IntegrationUri.Ref
  }

  it('has a route for each built entry and the recipient’s page, a default route, and no other', () => {
    const keys = routes.map(([, { Properties }]) => Properties.RouteKey)
    expect(keys.sort()).toEqual([...known.map(({ routeKey }) => routeKey), '$default'].sort())
  })

  it('sends every route to the function of its area', () => {
    const areas = new Map(known.map(({ area, routeKey }): [string, string] => [routeKey, area]))
    for (const [, route] of routes) {
      const area = functionAreas.find((name) => functionOf(route).startsWith(`App${name}Live`))
      expect([route.Properties.RouteKey, area]).toEqual([
        route.Properties.RouteKey,
        areas.get(route.Properties.RouteKey) ?? 'unknown',
      ])
    }
  })

  it('checks CloudFront’s secret with a guard and caches the result for five minutes', () => {
    const [[guardId, guard] = [], ...others] = Object.entries(template.findResources('AWS::ApiGatewayV2::Authorizer'))
    expect(others).toEqual([])
    expect(guard?.Properties).toMatchObject({
      AuthorizerType: 'REQUEST',
      IdentitySource: [`$request.header.${edgeHeaders.secret}`],
      AuthorizerResultTtlInSeconds: 300,
      AuthorizerPayloadFormatVersion: '2.0',
      EnableSimpleResponses: true,
    })
    expect(textOf(guard?.Properties.AuthorizerUri)).toMatch(/functions\/<AppedgeLive\w+>\/invocations$/)
    for (const [, { Properties }] of routes)
      expect(Properties).toMatchObject({ AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: guardId } })
  })

  it('creates each route after the permissions to call its function and its guard', () => {
    for (const [, route] of routes) {
      const permissions = [route.DependsOn]
        .flat()
        .filter((id) => Resources[id].Type === 'AWS::Lambda::Permission')
        .map((id) => Resources[id].Properties.FunctionName.Ref)
      expect(permissions).toContain(functionOf(route))
      expect(permissions).toContainEqual(expect.stringMatching(/^AppedgeLive/))
    }
  })

  it('is throttled', () => {
    template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      DefaultRouteSettings: {
        ThrottlingRateLimit: config.limits.rateLimit,
        ThrottlingBurstLimit: config.limits.burstLimit,
      },
    })
  })

  it('logs routes but never paths, queries, headers or clients', () => {
    const { Format } = propertiesOf(template, 'AWS::ApiGatewayV2::Stage').AccessLogSettings
    expect(Format).toContain('$context.routeKey')
    expect(Format).toContain('$context.requestId')
    expect(Format).not.toMatch(/path|query|header|authorizer|identity|domain/i)
  })
})

describe('the log fields used by metrics', () => {
  const { template } = synthesiseEnvironment('dev')
  /** For each metric filter: its log, the value that it adds to the metric, and the fields of log lines that it compares. */
  const filters = Object.values(template.findResources('AWS::Logs::MetricFilter')).map(({ Properties }) => ({
    log: textOf(Properties.LogGroupName),
    value: Properties.MetricTransformations[0].MetricValue,
    fields: [...textOf(Properties.FilterPattern).matchAll(/\$\.(\w+) = "([^"]+)"/g)].map(([, field, value]) => [
      field,
      value,
    ]),
  }))

  it('exist in the gateway’s access log', () => {
    const { Format } = propertiesOf(template, 'AWS::ApiGatewayV2::Stage').AccessLogSettings
    const found = filters.filter(({ log }) => log.startsWith('<AppGatewayLog'))
    expect(found.map(({ fields }) => fields)).toEqual([
      [
        ['route', 'POST /api/auth/login'],
        ['status', '401'],
        ['status', '429'],
      ],
      [
        ['status', '429'],
        ['function_status', '-'],
      ],
    ])
    const line = JSON.parse(Format)
    for (const { fields } of found) for (const [field = ''] of fields) expect(typeof line[field]).toBe('string')
    expect(listRoutes().map(({ routeKey }) => routeKey)).toContain('POST /api/auth/login')
  })

  it('exist in the worker’s log lines for parked emails, large senders and stuck deliveries, and in the mail watch’s', () => {
    const found = filters.filter(({ log }) => log.startsWith('<AppworkersLog'))
    expect(found.map(({ fields }) => fields)).toEqual([
      [['message', 'mail parked']],
      [['message', 'large sender']],
      [['message', 'deliveries not taken back']],
    ])
    const watched = filters.filter(({ log }) => log.startsWith('<AppmailwatchLog'))
    expect(watched.map(({ fields, value }) => [fields, value])).toEqual([
      [[['message', 'mails waiting']], '$.oldest_seconds'],
    ])
  })
})
