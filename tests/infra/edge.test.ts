import { describe, expect, it } from 'vitest'
import { clientNetwork } from '#functions/http/client-network.ts'
import { numbersAbovePattern } from '#infra/constructs/large-bodies-rule.ts'
import { viewerStampCode } from '#infra/constructs/viewer-stamp.ts'
import { isOneRotationStep } from '#infra/operator/show-or-change-parameter.ts'
import { edgeSecretLists } from '#infra/operator-parameters.ts'
import { edgeHeaders, edgeMark } from '#shared/api/edge-headers.ts'
import { listSignUpGroups } from '#shared/api/registration.ts'
import { statementsOf } from './policies.ts'
import { propertiesOf, synthesiseEnvironment, textOf } from './synthesise.ts'

const { config, template } = synthesiseEnvironment('prod')
const { DistributionConfig: distribution } = propertiesOf(template, 'AWS::CloudFront::Distribution')

describe('the gateway accepts only CloudFront,', () => {
  const reference = /^\{\{resolve:secretsmanager:<DataEdgeSecretse1\w+>:SecretString:::\}\}$/

  it('which sends a secret that the template only references', () => {
    const [api] = distribution.Origins.filter(
      ({ CustomOriginConfig }: { CustomOriginConfig?: unknown }) => CustomOriginConfig,
    )
    const [{ HeaderName, HeaderValue }, ...others] = api.OriginCustomHeaders
    expect(HeaderName).toBe(edgeHeaders.secret)
    expect(textOf(HeaderValue)).toMatch(reference)
    expect(others).toEqual([])
  })

  it('whose secret is read only by the gateway’s guard, at run time', () => {
    const [[, guard] = [], ...others] = Object.entries(template.findResources('AWS::Lambda::Function')).filter(
      ([, { Properties }]) => Properties.Environment?.Variables.EDGE_SECRET_IDS,
    )
    expect(others).toEqual([])
    expect(textOf(guard?.Properties.Environment.Variables.EDGE_SECRET_IDS)).toMatch(/^<DataEdgeSecretse1\w+>$/)
  })

  it('also during a rotation: new secrets are accepted early and old ones until replaced', {
    tags: ['proof'],
  }, () => {
    const step = (EdgeRotation: string) => {
      const { template } = synthesiseEnvironment('prod', { parameters: { EdgeRotation } })
      const { DistributionConfig } = propertiesOf(template, 'AWS::CloudFront::Distribution')
      const header = DistributionConfig.Origins.flatMap(
        ({ OriginCustomHeaders = [] }: { OriginCustomHeaders?: { HeaderValue: unknown }[] }) => OriginCustomHeaders,
      )[0]?.HeaderValue
      const [guard] = Object.values(template.findResources('AWS::Lambda::Function')).filter(
        ({ Properties }) => Properties.Environment?.Variables.EDGE_SECRET_IDS,
      )
      const namesIn = (text: unknown) =>
        [...textOf(text).matchAll(/<DataEdgeSecrets(e\d)/g)].map(([, name]) => name).sort()
      const read = statementsOf(template).filter(
        ({ id, Action }) => id.startsWith('Appedge') && Action === 'secretsmanager:GetSecretValue',
      )
      const made = Object.keys(template.findResources('AWS::SecretsManager::Secret'))
      return {
        shown: namesIn(header),
        taken: namesIn(guard?.Properties.Environment.Variables.EDGE_SECRET_IDS),
        read: read.flatMap(({ Resource }) => [Resource].flat().flatMap(namesIn)),
        made: namesIn(made.map((id) => `<${id}>`).join()),
      }
    }
    const all = { taken: ['e1', 'e2'], read: ['e1', 'e2'], made: ['e1', 'e2'] }
    expect(edgeSecretLists.map(step)).toEqual([
      { shown: ['e1'], taken: ['e1'], read: ['e1'], made: ['e1'] },
      { shown: ['e1'], ...all },
      { shown: ['e2'], ...all },
      { shown: ['e2'], taken: ['e2'], read: ['e2'], made: ['e2'] },
    ])
    // A deploy updates the gateway and CloudFront at different times. It may go only one step on or back in these lists, because
    // the gateway then accepts both the secret that CloudFront sends before and the one that it sends afterwards.
    for (const [i, from] of edgeSecretLists.entries())
      for (const [j, to] of edgeSecretLists.entries())
        expect([from, to, isOneRotationStep(from, to)]).toEqual([from, to, Math.abs(i - j) <= 1])
  })

  it('which reports each client’s address, whatever the client claims', () => {
    const handler = new Function(`${viewerStampCode}; return handler`)()
    const request = {
      uri: '/api/auth/me',
      headers: { [edgeHeaders.viewer]: { value: '10.0.0.1' }, 'x-forwarded-for': { value: '10.0.0.1' } },
    }
    const sent = handler({ viewer: { ip: '2001:db8:85a3:8d3::7' }, request })
    expect(sent).toEqual({
      uri: '/api/auth/me',
      headers: { [edgeHeaders.viewer]: { value: '2001:db8:85a3:8d3::7' }, 'x-forwarded-for': { value: '10.0.0.1' } },
    })
    const headers = { [edgeHeaders.viewer]: sent.headers[edgeHeaders.viewer].value }
    const requestContext = { authorizer: { lambda: edgeMark } }
    expect(clientNetwork({ headers, requestContext })).toBe('2001:db8:85a3:8d3::/64')
  })
})

it('an external check makes a call that reads nothing and uses no one’s limit', () => {
  const check = propertiesOf(synthesiseEnvironment('prod').template, 'AWS::Route53::HealthCheck').HealthCheckConfig
  const { path, access, event } = listSignUpGroups
  expect([check.ResourcePath, access, 'limit' in listSignUpGroups, event]).toEqual([path, 'public', false, 'none'])
})

describe('the firewall', () => {
  const acl = propertiesOf(template, 'AWS::WAFv2::WebACL')
  const rule = (name: string) => acl.Rules.find(({ Name }: { Name: string }) => Name === name)

  it('is attached to CloudFront, which allows only the configured countries', () => {
    expect(acl.Scope).toBe('CLOUDFRONT')
    expect(textOf(distribution.WebACLId)).toMatch(/^<EdgeFirewallAcl\w*\.Arn>$/)
    expect(distribution.Restrictions.GeoRestriction).toEqual({
      RestrictionType: 'whitelist',
      Locations: config.allowedCountries,
    })
  })

  it('blocks bad addresses, known attacks and high rates, but allows signatures, photos and notes', () => {
    expect(rule('rate')).toMatchObject({
      Action: { Block: {} },
      Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit: config.limits.addressLimit } },
    })
    expect(rule('session-rate')).toMatchObject({
      Action: {
        Block: { CustomResponse: { ResponseCode: 429, ResponseHeaders: [{ Name: 'retry-after', Value: '60' }] } },
      },
      Statement: {
        RateBasedStatement: {
          AggregateKeyType: 'CUSTOM_KEYS',
          CustomKeys: [{ Header: { Name: 'authorization' } }],
          Limit: 600,
          EvaluationWindowSec: 60,
        },
      },
    })
    const groups = ['AmazonIpReputationList', 'CommonRuleSet', 'KnownBadInputsRuleSet']
    for (const name of groups) expect(rule(`AWSManagedRules${name}`)?.OverrideAction).toEqual({ None: {} })
    expect(acl.Rules).toHaveLength(6)
    const counted = (name: string) => rule(name).Statement.ManagedRuleGroupStatement.RuleActionOverrides
    expect(counted('AWSManagedRulesCommonRuleSet')).toEqual(
      [
        'SizeRestrictions_BODY',
        'CrossSiteScripting_BODY',
        'GenericLFI_BODY',
        'GenericRFI_BODY',
        'EC2MetaDataSSRF_BODY',
      ].map((name) => ({ Name: name, ActionToUse: { Count: {} } })),
    )
    for (const name of ['AWSManagedRulesAmazonIpReputationList', 'AWSManagedRulesKnownBadInputsRuleSet'])
      expect(rule(name).Statement.ManagedRuleGroupStatement).not.toHaveProperty('RuleActionOverrides')
  })

  it('fits into the default capacity of an access control list', () => {
    // The capacities that AWS publishes. A rate-based rule needs 2, and 30 more for each custom key.
    const capacities: Record<string, number> = {
      rate: 2,
      'session-rate': 32,
      // Two matches of a path's start at 2, two of its end at 10, a size match at 1 and a regular expression at 3 make 28, which is
      // rounded up here.
      'large-bodies': 30,
      AWSManagedRulesAmazonIpReputationList: 25,
      AWSManagedRulesCommonRuleSet: 700,
      AWSManagedRulesKnownBadInputsRuleSet: 200,
    }
    const taken = acl.Rules.map(({ Name }: { Name: string }) => capacities[Name])
    expect(taken.reduce((sum: number, capacity: number) => sum + capacity)).toBeLessThanOrEqual(1500)
  })

  it('logs what it blocks, but no tokens, searches or bodies', () => {
    const logging = propertiesOf(template, 'AWS::WAFv2::LoggingConfiguration')
    expect(logging.LogDestinationConfigs.map(textOf)).toEqual([
      expect.stringMatching(/^arn:aws:logs:us-east-1:000000000000:log-group:aws-waf-logs-carelane-prod-/),
    ])
    const names = Object.values(template.findResources('AWS::Logs::LogGroup')).flatMap(
      ({ Properties }) => Properties.LogGroupName ?? [],
    )
    // The name differs for each stack that is ever created, so it cannot collide with what an earlier stack left behind.
    expect(names.map(textOf)).toEqual(['aws-waf-logs-carelane-prod-<0 of <2 of <AWS::StackId> at /> at ->'])
    expect(logging.RedactedFields).toEqual([
      { SingleHeader: { Name: 'authorization' } },
      { SingleHeader: { Name: 'cookie' } },
      { QueryString: {} },
      { UriPath: {} },
    ])
    const withheld = acl.DataProtectionConfig.DataProtections.map(({ Field }: { Field: unknown }) => Field)
    expect(withheld).toEqual([
      { FieldType: 'BODY' },
      { FieldType: 'QUERY_STRING' },
      { FieldType: 'SINGLE_HEADER', FieldKeys: ['authorization', 'cookie'] },
    ])
  })
})

describe('bodies larger than the contract allows', () => {
  const rule = acl().Rules.find(({ Name }: { Name: string }) => Name === 'large-bodies')

  it('are rejected with a JSON message', () => {
    expect(rule.Action.Block.CustomResponse).toEqual({ ResponseCode: 413, CustomResponseBodyKey: 'too-large' })
    const { ContentType, Content } = acl().CustomResponseBodies['too-large']
    expect([ContentType, Object.keys(JSON.parse(Content))]).toEqual(['APPLICATION_JSON', ['detail']])
    expect(acl().AssociationConfig.RequestBody.CLOUDFRONT.DefaultSizeInspectionLimit).toBe('KB_32')
  })

  it.each([
    ['/api/auth/login', 32 * 1024, 'passes'],
    ['/api/auth/login', 32 * 1024 + 1, 'refused'],
    ['/api/registration/step1', 40_000, 'refused'],
    ['/api/users', 5_000_000, 'refused'],
    ['/api/deliveries', 512 * 1024, 'passes'],
    ['/api/deliveries', 512 * 1024 + 1, 'refused'],
    ['/api/deliveries/patients', 600_000, 'refused'],
    ['/api/deliveries/8f14e45f/photo-upload', 9_999_999, 'refused'],
    ['/api/deliveries/8f14e45f/completion', 5_000_000, 'passes'],
    ['/api/deliveries/8f14e45f/status', 5_000_000, 'passes'],
    ['/', 50_000, 'refused'],
  ])('%s with %i bytes: %s', (path, bytes, outcome) => {
    expect(matches(rule.Statement, { path, bytes }) ? 'refused' : 'passes').toBe(outcome)
  })

  it('are detected by the digits of their length', () => {
    for (const limit of [524_288, 999, 100, 32_768, 1_090_909])
      for (const length of [
        0,
        1,
        9,
        10,
        limit - 1,
        limit,
        limit + 1,
        limit + 10,
        limit * 2,
        limit * 10,
        limit * 100,
        limit * 100 + 1,
      ])
        expect([limit, length, new RegExp(numbersAbovePattern(limit)).test(String(length))]).toEqual([
          limit,
          length,
          length > limit,
        ])
  })
})

function acl() {
  return propertiesOf(template, 'AWS::WAFv2::WebACL')
}

interface Sent {
  path: string
  bytes: number
}

/** Whether a firewall statement matches a request. Supports the kinds of statements that our rules use. */
function matches(statement: Record<string, never>, sent: Sent): boolean {
  const [[kind, part] = ['', {}]] = Object.entries<Record<string, never>>(statement)
  const { Statements, Statement, SearchString, PositionalConstraint, Size, RegexString } = Object(part)
  const all = (which: 'every' | 'some') => Statements[which]((each: Record<string, never>) => matches(each, sent))
  if (kind === 'AndStatement') return all('every')
  if (kind === 'OrStatement') return all('some')
  if (kind === 'NotStatement') return !matches(Statement, sent)
  if (kind === 'ByteMatchStatement')
    return PositionalConstraint === 'STARTS_WITH'
      ? sent.path.startsWith(SearchString)
      : sent.path.endsWith(SearchString)
  // The firewall sees 32 KB of a body and counts a longer body as a match.
  if (kind === 'SizeConstraintStatement') return sent.bytes > 32 * 1024 || sent.bytes > Size
  if (kind === 'RegexMatchStatement') return new RegExp(RegexString).test(String(sent.bytes))
  throw new Error(`The firewall has a ${kind}, which this test does not know`)
}

describe('CloudFront’s log', () => {
  it('has no paths, queries, cookies or referrers, which contain tokens and patients’ names', () => {
    const { RecordFields } = propertiesOf(template, 'AWS::Logs::Delivery')
    expect(RecordFields).toContain('cache-behavior-path-pattern')
    expect(RecordFields.join()).not.toMatch(/uri|query|cookie|referer|user-agent|host/i)
    expect(distribution.Logging).toBeUndefined()
    expect(textOf(propertiesOf(template, 'AWS::Logs::DeliverySource').ResourceArn)).toMatch(
      /^arn:aws:cloudfront::000000000000:distribution\/<EdgeAppDistribution/,
    )
  })

  it('can be written by the log delivery service', () => {
    const { PolicyDocument } = propertiesOf(template, 'AWS::Logs::ResourcePolicy')
    expect(JSON.stringify(PolicyDocument)).toContain('delivery.logs.amazonaws.com')
  })
})
