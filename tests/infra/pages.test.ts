import { Match } from 'aws-cdk-lib/assertions'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openMediaBucket } from '#functions/files/media.ts'
import { webConfig } from '#infra/groups/edge-group.ts'
import { securityHeaders } from '#infra/security-headers.ts'
import { listRoutes } from '#shared/api/areas.ts'
import { aWebBuildFolder, propertiesOf, synthesiseEnvironment, testedEnvironments, textOf } from './synthesise.ts'

const built = testedEnvironments.map((name) => [name, synthesiseEnvironment(name)] as const)

const documents = [
  { pattern: '^(/dashboard|/)$', file: '/documents/dashboard.html' },
  { pattern: '^(/pharmacy/delivery/[^/]+|/delivery/[^/]+)$', file: '/documents/delivery.html' },
  { pattern: '^(/pharmacy/delivery/edit/[^/]+)$', file: '/documents/editDelivery.html' },
]
const webBuild = aWebBuildFolder({
  'index.html': '<meta name="release" content="a1b2c3">',
  'assets/index-C1a2.js': 'export {}',
  '.vite/documents.json': JSON.stringify(documents),
})

const media = { Properties: { CorsConfiguration: Match.anyValue() } }

describe.each(built)('CloudFront of %s', (_name, { config, template }) => {
  const { DistributionConfig: distribution } = propertiesOf(template, 'AWS::CloudFront::Distribution')
  const managed = {
    cachingDisabled: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
    allViewerExceptHostHeader: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
  }

  const [described, api, tracking, ...others] = distribution.CacheBehaviors

  it('serves the API document beside the pages, compressed', () => {
    expect(described).toMatchObject({
      ...{ PathPattern: '/api/openapi.json', ViewerProtocolPolicy: 'redirect-to-https', Compress: true },
    })
    expect(described.TargetOriginId).toBe(distribution.DefaultCacheBehavior.TargetOriginId)
  })

  it('forwards /api to the gateway, uncached, with every method', () => {
    expect(others).toEqual([])
    expect(api).toMatchObject({
      PathPattern: '/api/*',
      CachePolicyId: managed.cachingDisabled,
      OriginRequestPolicyId: managed.allViewerExceptHostHeader,
      ViewerProtocolPolicy: 'https-only',
      AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
    })
    const origin = distribution.Origins.find(({ Id }: { Id: string }) => Id === api.TargetOriginId)
    expect(textOf(origin.DomainName)).toMatch(/^<AppGatewayApi\w+>\.execute-api\.us-east-1\./)
    expect(origin.CustomOriginConfig.OriginProtocolPolicy).toBe('https-only')
  })

  it('forwards recipients’ pages to the gateway, uncached and read-only', () => {
    expect(tracking).toMatchObject({
      PathPattern: '/t/*',
      CachePolicyId: managed.cachingDisabled,
      OriginRequestPolicyId: managed.allViewerExceptHostHeader,
      ViewerProtocolPolicy: 'https-only',
      AllowedMethods: ['GET', 'HEAD'],
      TargetOriginId: api.TargetOriginId,
    })
  })

  it('never turns an error from /api into a page', () => {
    for (const answer of distribution.CustomErrorResponses) expect(answer).not.toHaveProperty('ResponsePagePath')
    const functionsOf = ({ FunctionAssociations }: { FunctionAssociations: unknown[] }) =>
      FunctionAssociations.map((association) => textOf(Object.values(association ?? {})[1]))
    expect(functionsOf(api)).toEqual([expect.stringContaining('EdgeAppStamp')])
    expect(functionsOf(distribution.DefaultCacheBehavior)).toEqual([expect.stringContaining('EdgeAppRewrite')])
  })

  it('never caches an error, not even for the default ten seconds', () => {
    const stored = distribution.CustomErrorResponses.map(
      (answer: { ErrorCode: number; ErrorCachingMinTTL: number }) => [answer.ErrorCode, answer.ErrorCachingMinTTL],
    )
    // These are all error codes for which CloudFront's caching can be configured, apart from 416, which it never caches.
    expect(stored).toEqual([400, 403, 404, 405, 414, 500, 501, 502, 503, 504].map((code) => [code, 0]))
  })

  it('is the only reader of the web files, with signed requests', () => {
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
  ])('adds every security header to %s, as the local server does', (kind, more) => {
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
    const [mediaBucket] = Object.keys(template.findResources('AWS::S3::Bucket', media))
    const mediaOrigin = `https://<${mediaBucket}.RegionalDomainName>`
    expect(sent).toEqual({ ...securityHeaders({ mediaOrigins: [mediaOrigin] }), ...more })
  })

  it('serves pages that may show pictures from presigned URLs', async () => {
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    vi.stubEnv('AWS_REGION', 'us-east-1')
    // Another test file of this process may have started the local AWS, which sets this variable.
    vi.stubEnv('AWS_ENDPOINT_URL_S3', undefined)
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'example')
    const opened = openMediaBucket({ bucket: 'a-bucket', pathStyle: false })
    const shown = new URL(await opened.address('tenants/t/photo')).origin
    const posted = new URL((await opened.upload('uploads/t/photo', 'image/png')).url).origin
    // This is what CloudFormation returns as `RegionalDomainName` of a bucket in Virginia.
    expect([shown, posted]).toEqual(Array(2).fill('https://a-bucket.s3.us-east-1.amazonaws.com'))
  })

  it('responds at the environment’s domain over TLS 1.2 or newer', () => {
    if (!config.domain) return expect(distribution).not.toHaveProperty('Aliases')
    expect(distribution).toMatchObject({
      Aliases: [config.domain],
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021', SslSupportMethod: 'sni-only' },
    })
  })
})

describe('the app’s configuration', () => {
  it.each(built)(
    'hides medical practices on the environment’s own host and names the support address: %s',
    (_name, { config }) => {
      const { domain, supportAddress } = config
      expect(webConfig(config)).toEqual({
        google_client_id: config.googleClientId,
        sends_texts: false,
        medical_hidden_hosts: domain ? [domain, 'localhost'] : ['localhost'],
        support_address: supportAddress,
        app_origin: domain ? `https://${domain}` : '',
      })
      expect(webConfig({ ...config, domain: 'rx.pharmacy.test' }).medical_hidden_hosts).toEqual([
        'rx.pharmacy.test',
        'localhost',
      ])
    },
  )
})

describe('page addresses', () => {
  const { template } = synthesiseEnvironment('dev', { webBuild })
  const rewrite = Object.values(template.findResources('AWS::CloudFront::Function'))
    .map(({ Properties }) => textOf(Properties.FunctionCode))
    .find((code) => code.includes('index.html'))
  const handler = new Function(`${rewrite}; return handler`)()

  it.each([
    ['/', '/documents/dashboard.html'],
    ['/delivery/8f14e45f', '/documents/delivery.html'],
    ['/pharmacy/delivery/8f14e45f', '/documents/delivery.html'],
    ['/pharmacy/delivery/edit/8f14e45f', '/documents/editDelivery.html'],
    ['/pharmacy/', '/index.html'],
    ['/a.b/c', '/index.html'],
    ['/assets/index-C1a2.js', '/assets/index-C1a2.js'],
    ['/config.json', '/config.json'],
    ['/favicon.svg', '/favicon.svg'],
  ])('lead to the document that the build created for them: %s', (uri, file) => {
    expect(handler({ request: { uri } })).toEqual({ uri: file })
  })
})

describe('the web files', () => {
  it('are cached permanently if their name has a hash, and otherwise not at all', () => {
    const { template, warnings } = synthesiseEnvironment('dev', { webBuild })
    const deployments = Object.values(template.findResources('Custom::CDKBucketDeployment')).map((r) => r.Properties)
    expect(deployments.map((d) => [d.DestinationBucketKeyPrefix, d.SystemMetadata['cache-control'], d.Prune])).toEqual([
      ['assets', 'public, max-age=31536000, immutable', false],
      [undefined, 'no-store', false],
      // This deployment has the service worker, which browsers must always ask for.
      [undefined, 'no-cache', false],
      // This one has the OpenAPI document.
      [undefined, 'public, max-age=300', false],
    ])
    expect(warnings.join()).not.toContain('not built')
  })

  it('pass their release to functions, documents, calls and recipients’ pages, but not over a function’s own', () => {
    const { template } = synthesiseEnvironment('dev', { webBuild })
    for (const { area } of listRoutes())
      template.hasResourceProperties('AWS::Lambda::Function', {
        Code: { ZipFile: `// ${area}` },
        Environment: { Variables: Match.objectLike({ RELEASE: 'a1b2c3' }) },
      })
    const policies = Object.values(template.findResources('AWS::CloudFront::ResponseHeadersPolicy'))
    expect(policies).toHaveLength(3)
    for (const { Properties } of policies)
      expect(Properties.ResponseHeadersPolicyConfig.CustomHeadersConfig.Items).toContainEqual({
        Header: 'x-release',
        Value: 'a1b2c3',
        Override: false,
      })
  })

  it('missing from the build are reported in plain words', () => {
    const { template, warnings } = synthesiseEnvironment('dev')
    template.resourceCountIs('Custom::CDKBucketDeployment', 0)
    expect(warnings.join()).toContain('The web app is not built: run "npm run build" to deploy it.')
  })
})
