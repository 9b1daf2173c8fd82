import { describe, expect, it } from 'vitest'
import { functionAreas } from '#infra/area-needs.ts'
import { listRoutes } from '#shared/api/areas.ts'
import { edgeHeaders } from '#shared/api/edge-headers.ts'
import { recipientPageRoute } from '#shared/api/recipient-page-path.ts'
import { propertiesOf, synthesiseEnvironment, testedEnvironments, textOf } from './synthesise.ts'

/** The calls of the contract, and the recipient's page. */
const known = [...listRoutes(), recipientPageRoute]

const built = testedEnvironments.map((name) => [name, synthesiseEnvironment(name)] as const)

describe.each(built)('the gateway of %s', (_name, { config, template }) => {
  const routes = Object.entries(template.findResources('AWS::ApiGatewayV2::Route'))
  const { Resources } = template.toJSON()
  const functionOf = ({ Properties }: (typeof routes)[number][1]): string => {
    const integration = /<(.+)>/.exec(textOf(Properties.Target))?.[1] ?? ''
    return Resources[integration].Properties.IntegrationUri.Ref
  }

  it('has a route for every built entry of the contract, one for the page of a recipient, one for whatever else is asked, and no other', () => {
    const keys = routes.map(([, { Properties }]) => Properties.RouteKey)
    expect(keys.sort()).toEqual([...known.map(({ routeKey }) => routeKey), '$default'].sort())
  })

  it('leads every route to the function of its area', () => {
    const areas = new Map(known.map(({ area, routeKey }): [string, string] => [routeKey, area]))
    for (const [, route] of routes) {
      const area = functionAreas.find((name) => functionOf(route).startsWith(`App${name}Live`))
      expect([route.Properties.RouteKey, area]).toEqual([
        route.Properties.RouteKey,
        areas.get(route.Properties.RouteKey) ?? 'unknown',
      ])
    }
  })

  it('lets nobody past a guard that knows CloudFront by its secret, and keeps the answer for five minutes', () => {
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

  it('has no route before the function behind it, and its guard, may be called', () => {
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

  it('logs routes, and never paths, queries, headers or callers', () => {
    const { Format } = propertiesOf(template, 'AWS::ApiGatewayV2::Stage').AccessLogSettings
    expect(Format).toContain('$context.routeKey')
    expect(Format).toContain('$context.requestId')
    expect(Format).not.toMatch(/path|query|header|authorizer|identity|domain/i)
  })
})

describe('what is counted in logs', () => {
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

  it('is what the gateway writes', () => {
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

  it('is what the worker writes of mails that are put aside and of deliveries that stay, and the mail watch of those that wait', () => {
    const found = filters.filter(({ log }) => log.startsWith('<AppworkersLog'))
    expect(found.map(({ fields }) => fields)).toEqual([
      [['message', 'mail parked']],
      [['message', 'deliveries not taken back']],
    ])
    const watched = filters.filter(({ log }) => log.startsWith('<AppmailwatchLog'))
    expect(watched.map(({ fields, value }) => [fields, value])).toEqual([
      [[['message', 'mails waiting']], '$.oldest_seconds'],
    ])
  })
})
