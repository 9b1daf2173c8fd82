import { App, Stack } from 'aws-cdk-lib'
import { Match } from 'aws-cdk-lib/assertions'
import { Key } from 'aws-cdk-lib/aws-kms'
import { describe, expect, it } from 'vitest'
import { viewerAddresses } from '#functions/http/viewer-address.ts'
import { EdgeSecrets } from '#infra/constructs/edge-secrets.ts'
import { viewerStampCode } from '#infra/constructs/viewer-stamp.ts'
import { edgeHeaders } from '#shared/api/edge-headers.ts'
import { propertiesOf, synthesise, textOf } from './synthesise.ts'

const { config, template } = synthesise('prod')
const { DistributionConfig: distribution } = propertiesOf(template, 'AWS::CloudFront::Distribution')

describe('the gateway is closed to all but CloudFront', () => {
  const reference = /^\{\{resolve:secretsmanager:<Edgee1\w+>:SecretString:::\}\}$/

  it('which shows a secret that the template names by reference only', () => {
    const [api] = distribution.Origins.filter(
      ({ CustomOriginConfig }: { CustomOriginConfig?: unknown }) => CustomOriginConfig,
    )
    const [{ HeaderName, HeaderValue }, ...others] = api.OriginCustomHeaders
    expect(HeaderName).toBe(edgeHeaders.secret)
    expect(textOf(HeaderValue)).toMatch(reference)
    expect(others).toEqual([])
  })

  it('which every function knows by that secret', () => {
    const functions = template.findResources('AWS::Lambda::Function', {
      Properties: { Environment: { Variables: Match.objectLike({ TABLE_NAME: Match.anyValue() }) } },
    })
    const known = Object.values(functions).map((f) => textOf(f.Properties.Environment.Variables.EDGE_SECRETS))
    expect(known).toHaveLength(6)
    for (const secrets of known) expect(secrets).toMatch(reference)
  })

  it('refuses nobody during a rotation: a new secret is accepted before it is shown, the old one as long as it is shown', () => {
    const stack = new Stack(new App(), 'Rotation')
    const key = new Key(stack, 'Key')
    const step = (id: string, names: readonly [string, ...string[]]) => {
      const { shown, accepted } = new EdgeSecrets(stack, id, { names, key })
      const nameIn = (reference: string) => /<(?:Before|Taken|Shown|After)(e\d)/.exec(reference)?.[1]
      return {
        shown: nameIn(textOf(stack.resolve(shown))),
        taken: textOf(stack.resolve(accepted)).split(',').map(nameIn),
      }
    }
    const steps = [
      step('Before', ['e1']),
      step('Taken', ['e1', 'e2']),
      step('Shown', ['e2', 'e1']),
      step('After', ['e2']),
    ]
    expect(steps).toEqual([
      { shown: 'e1', taken: ['e1'] },
      { shown: 'e1', taken: ['e1', 'e2'] },
      { shown: 'e2', taken: ['e2', 'e1'] },
      { shown: 'e2', taken: ['e2'] },
    ])
    // Functions and CloudFront do not change at the same moment: each of two successive steps must accept what the other shows.
    for (const [i, { shown }] of steps.entries())
      for (const other of [steps[i - 1], steps[i + 1]]) if (other) expect(other.taken).toContain(shown)
  })

  it('which reports each caller’s address, whatever the caller claims', () => {
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
    const headers = { [edgeHeaders.secret]: 's', [edgeHeaders.viewer]: sent.headers[edgeHeaders.viewer].value }
    expect(viewerAddresses('s')(headers)).toBe('2001:db8:85a3:8d3::/64')
  })
})

describe('the firewall', () => {
  const acl = propertiesOf(template, 'AWS::WAFv2::WebACL')
  const rule = (name: string) => acl.Rules.find(({ Name }: { Name: string }) => Name === name)

  it('stands in front of CloudFront, which lets in the configured countries only', () => {
    expect(acl.Scope).toBe('CLOUDFRONT')
    expect(textOf(distribution.WebACLId)).toMatch(/^<FirewallAcl\w*\.Arn>$/)
    expect(distribution.Restrictions.GeoRestriction).toEqual({
      RestrictionType: 'whitelist',
      Locations: config.allowedCountries,
    })
  })

  it('blocks by reputation, known attacks and rate, but lets signatures, photos and notes pass', () => {
    expect(rule('rate')).toMatchObject({
      Action: { Block: {} },
      Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit: config.addressLimit } },
    })
    const groups = ['AmazonIpReputationList', 'CommonRuleSet', 'KnownBadInputsRuleSet']
    for (const name of groups) expect(rule(`AWSManagedRules${name}`)?.OverrideAction).toEqual({ None: {} })
    expect(acl.Rules).toHaveLength(4)
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
      expect(counted(name)).toEqual([])
  })

  it('needs no more capacity than an access control list has by default', () => {
    // As AWS publishes them; a rate-based rule takes 2.
    const capacities: Record<string, number> = {
      rate: 2,
      AWSManagedRulesAmazonIpReputationList: 25,
      AWSManagedRulesCommonRuleSet: 700,
      AWSManagedRulesKnownBadInputsRuleSet: 200,
    }
    const taken = acl.Rules.map(({ Name }: { Name: string }) => capacities[Name])
    expect(taken.reduce((sum: number, capacity: number) => sum + capacity)).toBeLessThanOrEqual(1500)
  })

  it('logs what it stops, but neither tokens, searches nor bodies', () => {
    const logging = propertiesOf(template, 'AWS::WAFv2::LoggingConfiguration')
    expect(logging.LogDestinationConfigs.map(textOf)).toEqual([
      'arn:aws:logs:us-east-1:<AWS::AccountId>:log-group:aws-waf-logs-carelane-prod',
    ])
    template.hasResourceProperties('AWS::Logs::LogGroup', { LogGroupName: 'aws-waf-logs-carelane-prod' })
    expect(logging.RedactedFields).toEqual([
      { SingleHeader: { Name: 'authorization' } },
      { SingleHeader: { Name: 'cookie' } },
      { QueryString: {} },
    ])
    const withheld = acl.DataProtectionConfig.DataProtections.map(({ Field }: { Field: unknown }) => Field)
    expect(withheld).toEqual([
      { FieldType: 'BODY' },
      { FieldType: 'QUERY_STRING' },
      { FieldType: 'SINGLE_HEADER', FieldKeys: ['authorization', 'cookie'] },
    ])
  })
})

describe("CloudFront's log", () => {
  it('has neither queries, cookies nor referrers, in which tokens and names of patients stand', () => {
    const { RecordFields } = propertiesOf(template, 'AWS::Logs::Delivery')
    expect(RecordFields).toContain('cs-uri-stem')
    expect(RecordFields.join()).not.toMatch(/query|cookie|referer|user-agent|host/i)
    expect(distribution.Logging).toBeUndefined()
    expect(textOf(propertiesOf(template, 'AWS::Logs::DeliverySource').ResourceArn)).toMatch(
      /^arn:aws:cloudfront::<AWS::AccountId>:distribution\/<AppDistribution/,
    )
  })

  it('may be written by the service that delivers it', () => {
    const { PolicyDocument } = propertiesOf(template, 'AWS::Logs::ResourcePolicy')
    expect(JSON.stringify(PolicyDocument)).toContain('delivery.logs.amazonaws.com')
  })
})
