import { Match, type Template } from 'aws-cdk-lib/assertions'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { tableDesign } from '#functions/data/keys.ts'
import { openMedia } from '#functions/files/media.ts'
import { areaNeeds } from '#infra/area-needs.ts'
import { builtAreas } from '#infra/bundle-functions.ts'
import { environmentNames } from '#infra/config.ts'
import { documentRewriteCode } from '#infra/constructs/document-rewrite.ts'
import { securityHeaders } from '#infra/security-headers.ts'
import { builtRoutes } from '#shared/api/areas.ts'
import { aWebBuild, propertiesOf, synthesise, textOf } from './synthesise.ts'

const dev = synthesise('dev')
const built = new Map(environmentNames.map((name) => [name, name === 'dev' ? dev : synthesise(name)]))

describe.each([...built])('the environment %s', (_name, { config, template }) => {
  it('has a gateway route for every built entry of the contract and no other', () => {
    const keys = Object.values(template.findResources('AWS::ApiGatewayV2::Route')).map((r) => r.Properties.RouteKey)
    expect(keys.sort()).toEqual(
      builtRoutes()
        .map(({ routeKey }) => routeKey)
        .sort(),
    )
  })

  it('keeps or deletes its data as its configuration says', () => {
    const kept = config.removalPolicy === 'retain'
    for (const type of ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::KMS::Key', 'AWS::Logs::LogGroup'])
      template.allResources(type, { DeletionPolicy: kept ? 'Retain' : 'Delete' })
    template.hasResource('AWS::SecretsManager::Secret', {
      DeletionPolicy: kept ? 'Retain' : 'Delete',
      Properties: { Description: 'Signs sessions and cursors' },
    })
    template.hasResourceProperties('AWS::DynamoDB::Table', { DeletionProtectionEnabled: kept })
    template.resourceCountIs('Custom::S3AutoDeleteObjects', kept ? 0 : 3)
    template.resourceCountIs('AWS::Backup::BackupPlan', kept ? 1 : 0)
  })

  it('keeps every log as long as its configuration says, encrypted', () => {
    template.allResourcesProperties('AWS::Logs::LogGroup', {
      RetentionInDays: config.logRetention,
      KmsKeyId: { 'Fn::GetAtt': [keyOf(template, 'operations'), 'Arn'] },
    })
  })

  it('lets only pages of its own origin post to the media bucket', () => {
    const [media] = Object.values(template.findResources('AWS::S3::Bucket', mediaBucket)).map((r) => r.Properties)
    const [rule, ...others] = media?.CorsConfiguration.CorsRules ?? []
    expect(others).toEqual([])
    expect(rule.AllowedMethods).toEqual(['GET', 'POST'])
    const [distribution] = Object.keys(template.findResources('AWS::CloudFront::Distribution'))
    const host = config.domain ?? `<${distribution}.DomainName>`
    expect(rule.AllowedOrigins.map(textOf)).toEqual([`https://${host}`])
  })

  it('hides medical practices on the sign-up pages of the production host and of localhost', () => {
    expect(config.medicalHiddenHosts).toEqual([built.get('prod')?.config.domain, 'localhost'])
  })
})

const mediaBucket = { Properties: { BucketName: Match.anyValue() } }

/** The logical id of one of the environment's two encryption keys. */
function keyOf(template: Template, purpose: 'data' | 'operations') {
  const aliases = Object.values(template.findResources('AWS::KMS::Alias')).map(({ Properties }) => Properties)
  const alias = aliases.find(({ AliasName }) => AliasName.endsWith(`-${purpose}`))
  return alias?.TargetKeyId['Fn::GetAtt'][0]
}

describe.each([...built])('the gateway of %s', (_name, { config, template }) => {
  it('leads every route to the function of its area', () => {
    const { Resources } = template.toJSON()
    const areaOf = (routeKey: string) => {
      const routes = Object.values(
        template.findResources('AWS::ApiGatewayV2::Route', { Properties: { RouteKey: routeKey } }),
      )
      const integration = /<(.+)>/.exec(textOf(routes[0]?.Properties.Target))?.[1] ?? ''
      const [functionId] = Resources[integration].Properties.IntegrationUri['Fn::GetAtt']
      return /^[a-z]+/.exec(functionId)?.[0]
    }
    for (const { area, routeKey } of builtRoutes()) expect([routeKey, areaOf(routeKey)]).toEqual([routeKey, area])
  })

  it('is throttled', () => {
    template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      DefaultRouteSettings: {
        ThrottlingRateLimit: config.throttle.rateLimit,
        ThrottlingBurstLimit: config.throttle.burstLimit,
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
  /** The fields that each metric filter reads, by log. */
  const filters = Object.values(dev.template.findResources('AWS::Logs::MetricFilter')).map(({ Properties }) => ({
    log: textOf(Properties.LogGroupName),
    fields: [...Properties.FilterPattern.matchAll(/\$\.(\w+) = "([^"]+)"/g)].map(([, field, value]) => [field, value]),
  }))

  it('is what the gateway writes', () => {
    const { Format } = propertiesOf(dev.template, 'AWS::ApiGatewayV2::Stage').AccessLogSettings
    const found = filters.filter(({ log }) => log.startsWith('<GatewayLog'))
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
    expect(builtRoutes().map(({ routeKey }) => routeKey)).toContain('POST /api/auth/login')
  })

  it('is what the mail worker writes of mails that fail', () => {
    const found = filters.filter(({ log }) => log.startsWith('<workersLog'))
    expect(found.map(({ fields }) => fields)).toEqual([[['message', 'mail']], [['message', 'mail parked']]])
  })
})

describe.each([...built])('the functions of %s', (_name, { config, template }) => {
  it('are one for each area with a built route, the workers and the feedback', () => {
    const areas = [...new Set(builtRoutes().map(({ area }) => area)), 'workers', 'feedback']
    const handlers = template.findResources('AWS::Lambda::Function', {
      Properties: { Environment: { Variables: Match.objectLike({ TABLE_NAME: Match.anyValue() }) } },
    })
    expect(
      Object.keys(handlers)
        .map((id) => /^[a-z]+/.exec(id)?.[0])
        .sort(),
    ).toEqual(areas.sort())
  })

  it('run on Node 24 and arm64 with the memory of the configuration', () => {
    const properties = { Runtime: 'nodejs24.x', Architectures: ['arm64'], MemorySize: config.memory }
    template.resourcePropertiesCountIs('AWS::Lambda::Function', properties, builtAreas().length)
  })

  it('each have an alarm that says who is hurt', () => {
    for (const area of builtAreas())
      template.hasResourceProperties('AWS::CloudWatch::Alarm', {
        AlarmDescription: areaNeeds[area]?.outage,
        Dimensions: [{ Name: 'FunctionName', Value: { Ref: Match.stringLikeRegexp(`^${area}Function`) } }],
      })
  })

  it('have exactly the permissions of their area, on named resources', () => {
    for (const area of builtAreas()) {
      const policies = Object.entries(template.findResources('AWS::IAM::ManagedPolicy'))
      const policy = policies.find(([id]) => id.startsWith(`${area}Grants`))?.[1]
      const granted = policy?.Properties.PolicyDocument.Statement.flatMap(
        ({ Effect, Action, Resource, Condition }: Statement) => {
          const service = Condition?.StringEquals?.['kms:ViaService']?.replace('.us-east-1.amazonaws.com', '')
          return [Action]
            .flat()
            .flatMap((action) =>
              [Resource].flat().map((on) => `${Effect} ${action} ${textOf(on)}${service ? ` by ${service}` : ''}`),
            )
        },
      )
      expect(granted.sort()).toEqual(expectedGrants(template, area).sort())
    }
  })

  it('never scan, and no role has all actions of a service', () => {
    const { Resources } = template.toJSON()
    const policies = Object.values<{ Type: string; Properties: unknown }>(Resources).filter(({ Type }) =>
      /^AWS::IAM::/.test(Type),
    )
    expect(policies.length).toBeGreaterThan(0)
    const text = JSON.stringify(policies)
    expect(text).not.toMatch(/Scan|PartiQL|[a-z]:\*"|"Action":"\*"/)
    const everywhere = text.match(/\{[^{}]*"Resource":"\*"\}/g) ?? []
    expect(new Set(everywhere)).toEqual(
      new Set(['{"Action":["xray:PutTelemetryRecords","xray:PutTraceSegments"],"Effect":"Allow","Resource":"*"}']),
    )
  })

  it('get no permission outside of these roles', () => {
    template.resourceCountIs('AWS::IAM::Policy', 0)
  })
})

interface Statement {
  Effect: string
  Action: unknown
  Resource: unknown
  Condition?: { StringEquals?: Record<string, string> }
}

function mailArn(template: Template, kind: string) {
  const type = kind === 'identity' ? 'AWS::SES::EmailIdentity' : 'AWS::SES::ConfigurationSet'
  return `arn:aws:ses:us-east-1:<AWS::AccountId>:${kind}/<${Object.keys(template.findResources(type))}>`
}

function expectedGrants(template: Template, area: keyof typeof areaNeeds): string[] {
  const needs = areaNeeds[area]
  if (!needs) throw new Error(`No needs of ${area}`)
  const [table] = Object.keys(template.findResources('AWS::DynamoDB::Table'))
  const [secret] = Object.keys(template.findResources('AWS::SecretsManager::Secret', signingSecret))
  const [media] = Object.keys(template.findResources('AWS::S3::Bucket', mediaBucket))
  const log = Object.keys(template.findResources('AWS::Logs::LogGroup')).find((id) => id.startsWith(area))
  const queue = Object.keys(template.findResources('AWS::SQS::Queue')).find((id) => id.startsWith(area))
  const use = (purpose: 'data' | 'operations', service: string, actions: readonly string[]) =>
    actions.map((action) => `Allow kms:${action} <${keyOf(template, purpose)}.Arn> by ${service}`)
  return [
    ...use('data', 'dynamodb', [
      'Decrypt',
      'DescribeKey',
      'Encrypt',
      'GenerateDataKey',
      'ReEncryptFrom',
      'ReEncryptTo',
    ]),
    ...use('data', 'secretsmanager', ['Decrypt']),
    ...(Object.keys(needs.objects).length > 0 ? use('data', 's3', ['Decrypt', 'GenerateDataKey']) : []),
    ...(needs.later
      ? [`Allow sqs:SendMessage <${queue}.Arn>`, ...use('operations', 'sqs', ['Decrypt', 'GenerateDataKey'])]
      : []),
    'Allow xray:PutTraceSegments *',
    'Allow xray:PutTelemetryRecords *',
    ...needs.table.map((action) => `Allow dynamodb:${action} <${table}.Arn>`),
    ...['UpdateItem', 'DeleteItem'].map((action) => `Deny dynamodb:${action} <${table}.Arn>`),
    ...needs.indexes.map((index) => `Allow dynamodb:Query <${table}.Arn>/index/${index}`),
    ...Object.entries(needs.objects).flatMap(([prefix, actions]) =>
      actions.map((action) => `Allow s3:${action} <${media}.Arn>/${prefix}*`),
    ),
    ...(Object.keys(needs.objects).length > 0 ? [`Allow s3:ListBucket <${media}.Arn>`] : []),
    ...(needs.sendsMail
      ? ['identity', 'configuration-set'].map((kind) => `Allow ses:SendEmail ${mailArn(template, kind)}`)
      : []),
    `Allow secretsmanager:GetSecretValue <${secret}>`,
    `Allow logs:CreateLogStream <${log}.Arn>`,
    `Allow logs:PutLogEvents <${log}.Arn>`,
  ]
}

describe.each([...built])('the table of %s', (_name, { template }) => {
  const table = propertiesOf(template, 'AWS::DynamoDB::Table')
  const schema = (partition: string, sort: string) => [
    { AttributeName: partition, KeyType: 'HASH' },
    { AttributeName: sort, KeyType: 'RANGE' },
  ]

  it('has the keys and indexes of its design', () => {
    expect(table.KeySchema).toEqual(schema(tableDesign.partition, tableDesign.sort))
    expect(table.GlobalSecondaryIndexes).toEqual(
      tableDesign.indexes.map(({ name, partition, sort, projection }) => ({
        IndexName: name,
        KeySchema: schema(partition, sort),
        Projection:
          projection === 'KEYS_ONLY'
            ? { ProjectionType: 'KEYS_ONLY' }
            : { ProjectionType: 'INCLUDE', NonKeyAttributes: projection },
      })),
    )
  })

  it('projects no more than DynamoDB allows: 20 attributes an index, 100 in all', () => {
    const counts: number[] = tableDesign.indexes.map(({ projection }) =>
      projection === 'KEYS_ONLY' ? 0 : projection.length,
    )
    expect(Math.max(...counts)).toBeLessThanOrEqual(20)
    expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(100)
  })

  it('is paid by use, can be restored to a point in time and deletes expired items', () => {
    expect(table).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
      SSESpecification: {
        SSEEnabled: true,
        SSEType: 'KMS',
        KMSMasterKeyId: { 'Fn::GetAtt': [keyOf(template, 'data'), 'Arn'] },
      },
      TimeToLiveSpecification: { AttributeName: tableDesign.ttl, Enabled: true },
    })
  })
})

describe('a restored table', () => {
  const { template } = synthesise('staging', { restored: 'carelane-restored' })

  it('replaces the environment’s own for every function, and both are backed up', () => {
    const functions = template.findResources('AWS::Lambda::Function', {
      Properties: { Environment: { Variables: Match.objectLike({ TABLE_NAME: Match.anyValue() }) } },
    })
    for (const { Properties } of Object.values(functions))
      expect(Properties.Environment.Variables.TABLE_NAME).toBe('carelane-restored')
    const [own] = Object.keys(template.findResources('AWS::DynamoDB::Table'))
    expect(JSON.stringify(template.findResources('AWS::IAM::ManagedPolicy'))).not.toContain(own)
    const saved = propertiesOf(template, 'AWS::Backup::BackupSelection').BackupSelection.Resources.map(textOf)
    expect(saved).toEqual([`<${own}.Arn>`, expect.stringMatching(/:table\/carelane-restored$/)])
  })
})

describe.each([...built])('the buckets of %s', (_name, { template }) => {
  it('are closed to the public', () => {
    template.allResourcesProperties('AWS::S3::Bucket', {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    })
  })

  it('refuse requests without TLS', () => {
    const buckets = Object.keys(template.findResources('AWS::S3::Bucket'))
    expect(buckets).toHaveLength(3)
    for (const bucket of buckets)
      template.hasResourceProperties('AWS::S3::BucketPolicy', {
        Bucket: { Ref: bucket },
        PolicyDocument: {
          Statement: Match.arrayWith([
            Match.objectLike({
              Effect: 'Deny',
              Principal: { AWS: '*' },
              Action: 's3:*',
              Condition: { Bool: { 'aws:SecureTransport': 'false' } },
            }),
          ]),
        },
      })
  })

  it('delete uploads that no delivery has claimed, and parts of broken uploads', () => {
    template.hasResource('AWS::S3::Bucket', {
      Properties: {
        ...mediaBucket.Properties,
        LifecycleConfiguration: {
          Rules: [
            Match.objectLike({ Prefix: 'uploads/', ExpirationInDays: 1, Status: 'Enabled' }),
            Match.objectLike({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' }),
          ],
        },
      },
    })
  })
})

const signingSecret = { Properties: { Description: 'Signs sessions and cursors' } }

describe('the signing secret', () => {
  it('is made with the deploy, as a current key of at least 256 random bits', () => {
    const [secret] = Object.values(dev.template.findResources('AWS::SecretsManager::Secret', signingSecret))
    const made = secret?.Properties.GenerateSecretString
    expect(JSON.parse(made.SecretStringTemplate)).toEqual({ current: made.GenerateStringKey })
    expect(made.ExcludePunctuation).toBe(true)
    expect(made.PasswordLength * Math.log2(62)).toBeGreaterThan(256)
  })
})

describe.each([...built])('CloudFront of %s', (name, { template }) => {
  const { DistributionConfig: distribution } = propertiesOf(template, 'AWS::CloudFront::Distribution')
  const managed = {
    cachingDisabled: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
    allViewerExceptHostHeader: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
  }

  it('forwards /api to the gateway, uncached, with every method', () => {
    const [api, ...others] = distribution.CacheBehaviors
    expect(others).toEqual([])
    expect(api).toMatchObject({
      PathPattern: '/api/*',
      CachePolicyId: managed.cachingDisabled,
      OriginRequestPolicyId: managed.allViewerExceptHostHeader,
      ViewerProtocolPolicy: 'https-only',
      AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
    })
    const origin = distribution.Origins.find(({ Id }: { Id: string }) => Id === api.TargetOriginId)
    expect(textOf(origin.DomainName)).toMatch(/^<GatewayApi\w+>\.execute-api\.us-east-1\./)
    expect(origin.CustomOriginConfig.OriginProtocolPolicy).toBe('https-only')
  })

  it('never turns an error of /api into a page', () => {
    expect(distribution.CustomErrorResponses).toBeUndefined()
    const functionsOf = ({ FunctionAssociations }: { FunctionAssociations: unknown[] }) =>
      FunctionAssociations.map((association) => textOf(Object.values(association ?? {})[1]))
    expect(functionsOf(distribution.CacheBehaviors[0])).toEqual([expect.stringContaining('AppStamp')])
    expect(functionsOf(distribution.DefaultCacheBehavior)).toEqual([expect.stringContaining('AppRewrite')])
  })

  it.each([
    ['/', '/index.html'],
    ['/pharmacy/delivery', '/index.html'],
    ['/pharmacy/delivery/edit/8f14e45f', '/index.html'],
    ['/pharmacy/', '/index.html'],
    ['/a.b/c', '/index.html'],
    ['/assets/index-C1a2.js', '/assets/index-C1a2.js'],
    ['/config.json', '/config.json'],
    ['/favicon.svg', '/favicon.svg'],
  ])('asks the bucket for the right file: %s', (uri, file) => {
    const handler = new Function(`${documentRewriteCode}; return handler`)()
    expect(handler({ request: { uri } })).toEqual({ uri: file })
  })

  it('is the only reader of the web files, by signed requests', () => {
    const files = distribution.Origins.find(
      ({ Id }: { Id: string }) => Id === distribution.DefaultCacheBehavior.TargetOriginId,
    )
    expect(files.OriginAccessControlId).toBeDefined()
    template.hasResourceProperties('AWS::CloudFront::OriginAccessControl', {
      OriginAccessControlConfig: { SigningBehavior: 'always', SigningProtocol: 'sigv4' },
    })
  })

  it.each([
    ['documents', {}],
    ['answers', { 'cache-control': 'no-store' }],
  ])('adds every security header to %s, as the local server sends it', (kind, more) => {
    const [api] = distribution.CacheBehaviors
    const behavior = kind === 'answers' ? api : distribution.DefaultCacheBehavior
    const policies = template.findResources('AWS::CloudFront::ResponseHeadersPolicy')
    const policy = policies[behavior.ResponseHeadersPolicyId.Ref]?.Properties.ResponseHeadersPolicyConfig
    const { ContentSecurityPolicy, ReferrerPolicy, StrictTransportSecurity, ...plain } = policy.SecurityHeadersConfig
    expect(plain).toEqual({ ContentTypeOptions: { Override: true } })
    const sent = {
      ...Object.fromEntries(
        policy.CustomHeadersConfig.Items.map(({ Header, Value }: { Header: string; Value: string }) => [Header, Value]),
      ),
      'content-security-policy': textOf(ContentSecurityPolicy.ContentSecurityPolicy),
      'referrer-policy': ReferrerPolicy.ReferrerPolicy,
      'strict-transport-security': `max-age=${StrictTransportSecurity.AccessControlMaxAgeSec}; includeSubDomains`,
      'x-content-type-options': 'nosniff',
    }
    expect(StrictTransportSecurity.IncludeSubdomains).toBe(true)
    const mediaOrigin = `https://carelane-${name}-media-<AWS::AccountId>.s3.us-east-1.<AWS::URLSuffix>`
    expect(sent).toEqual({ ...securityHeaders({ mediaOrigins: [mediaOrigin] }), ...more })
    expect(distribution.CacheBehaviors).toEqual([api])
  })

  it('serves pages that may show pictures from presigned addresses', async () => {
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    vi.stubEnv('AWS_REGION', 'us-east-1')
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'example')
    // Another file of this worker may have opened the local S3.
    vi.stubEnv('AWS_ENDPOINT_URL_S3', undefined)
    const media = openMedia({ bucket: 'carelane-dev-media-123456789012', pathStyle: false })
    const shown = new URL(await media.address('tenants/t/photo')).origin
    const posted = new URL((await media.upload('uploads/t/photo', 'image/png')).url).origin
    const [bucket] = Object.values(template.findResources('AWS::S3::Bucket', mediaBucket))
    expect(textOf(bucket?.Properties.BucketName)).toBe(`carelane-${name}-media-<AWS::AccountId>`)
    expect([shown, posted]).toEqual(Array(2).fill('https://carelane-dev-media-123456789012.s3.us-east-1.amazonaws.com'))
  })

  it('answers at the domain of its environment over TLS 1.2 or newer', () => {
    const prod = built.get('prod')
    expect(prod && propertiesOf(prod.template, 'AWS::CloudFront::Distribution').DistributionConfig).toMatchObject({
      Aliases: [prod?.config.domain],
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021', SslSupportMethod: 'sni-only' },
    })
  })
})

describe.each([...built])('mail of %s', (_name, { config, template }) => {
  it('comes from a verified identity, over TLS, and does not go to addresses that bounced', () => {
    template.hasResourceProperties('AWS::SES::EmailIdentity', {
      EmailIdentity: config.mail.identity,
      ConfigurationSetAttributes: { ConfigurationSetName: Match.anyValue() },
    })
    template.hasResourceProperties('AWS::SES::ConfigurationSet', {
      DeliveryOptions: { TlsPolicy: 'REQUIRE' },
      SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    })
  })

  it('is sent from our address only', () => {
    for (const area of ['auth', 'users', 'workers']) {
      const policies = Object.entries(template.findResources('AWS::IAM::ManagedPolicy'))
      const policy = policies.find(([id]) => id.startsWith(`${area}Grants`))?.[1]
      expect(policy?.Properties.PolicyDocument.Statement).toContainEqual(
        expect.objectContaining({
          Action: 'ses:SendEmail',
          Condition: { StringEquals: { 'ses:FromAddress': config.mail.sender } },
        }),
      )
    }
  })

  it('that waits is sent by the workers, every minute', () => {
    template.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Targets: [Match.objectLike({ Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^workersFunction'), 'Arn'] } })],
    })
  })

  it('that bounced or caused a complaint is reported to the feedback function', () => {
    const [ours] = Object.keys(template.findResources('AWS::SES::ConfigurationSet'))
    template.hasResourceProperties('AWS::SES::ConfigurationSetEventDestination', {
      ConfigurationSetName: { Ref: ours },
      EventDestination: {
        Enabled: true,
        MatchingEventTypes: ['bounce', 'complaint'],
        EventBridgeDestination: Match.anyValue(),
      },
    })
    template.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['aws.ses'],
        'detail-type': ['Email Bounced', 'Email Complaint Received'],
        // Another environment of the account has a rule of its own.
        detail: { mail: { tags: { 'ses:configuration-set': [{ Ref: ours }] } } },
      },
      Targets: [
        {
          Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^feedbackFunction'), 'Arn'] },
          DeadLetterConfig: { Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^feedbackDeadQueue'), 'Arn'] } },
          RetryPolicy: { MaximumEventAgeInSeconds: 21_600, MaximumRetryAttempts: 2 },
          Id: Match.anyValue(),
        },
      ],
    })
  })

  it('that a run of the workers missed waits for the next run, which comes sooner than a retry', () => {
    template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      FunctionName: { Ref: Match.stringLikeRegexp('^workersFunction') },
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    })
  })

  it.each([...built])('in %s is sent by a sender of that identity', (_name, { config }) => {
    expect(config.mail.sender.endsWith(config.mail.identity)).toBe(true)
  })
})

describe('the web files', () => {
  const webBuild = aWebBuild({ 'index.html': '<!doctype html>', 'assets/index-C1a2.js': 'export {}' })

  it('are cached for ever where their name has a hash, and not at all where it has none', () => {
    const { template, warnings } = synthesise('dev', { webBuild })
    const deployments = Object.values(template.findResources('Custom::CDKBucketDeployment')).map((r) => r.Properties)
    expect(deployments.map((d) => [d.DestinationBucketKeyPrefix, d.SystemMetadata['cache-control'], d.Prune])).toEqual([
      ['assets', 'public, max-age=31536000, immutable', false],
      [undefined, 'no-store', false],
    ])
    expect(warnings.join()).not.toContain('not built')
  })

  it('give their release to functions, documents and calls; a function that answers for itself is not overruled', () => {
    const named = aWebBuild({ 'index.html': '<meta name="release" content="a1b2c3">', 'assets/a.js': '' })
    const { template } = synthesise('dev', { webBuild: named })
    for (const area of builtAreas())
      template.hasResourceProperties('AWS::Lambda::Function', {
        Code: { ZipFile: `// ${area}` },
        Environment: { Variables: Match.objectLike({ RELEASE: 'a1b2c3' }) },
      })
    const policies = Object.values(template.findResources('AWS::CloudFront::ResponseHeadersPolicy'))
    expect(policies).toHaveLength(2)
    for (const { Properties } of policies)
      expect(Properties.ResponseHeadersPolicyConfig.CustomHeadersConfig.Items).toContainEqual({
        Header: 'x-release',
        Value: 'a1b2c3',
        Override: false,
      })
  })

  it('are reported missing in plain words when the web app is not built', () => {
    dev.template.resourceCountIs('Custom::CDKBucketDeployment', 0)
    expect(dev.warnings.join()).toContain('The web app is not built: run "npm run build" to deploy it.')
  })
})
