import { Duration } from 'aws-cdk-lib'
import {
  HeadersReferrerPolicy,
  type ResponseCustomHeader,
  ResponseHeadersPolicy,
  type ResponseSecurityHeadersBehavior,
} from 'aws-cdk-lib/aws-cloudfront'
import { Construct } from 'constructs'
import { releaseHeader } from '#shared/api/release-header.ts'

type Known = (value: string) => ResponseSecurityHeadersBehavior

const override = true

/** CloudFront refuses these headers as custom headers. Each of them has a setting of its own. */
const known: Readonly<Record<string, Known>> = {
  'content-security-policy': (contentSecurityPolicy) => ({
    contentSecurityPolicy: { contentSecurityPolicy, override },
  }),
  'x-content-type-options': () => ({ contentTypeOptions: { override } }),
  'referrer-policy': (value) => {
    const referrerPolicy = Object.values(HeadersReferrerPolicy).find((policy) => policy === value)
    if (!referrerPolicy) throw new Error(`CloudFront knows no referrer policy "${value}"`)
    return { referrerPolicy: { referrerPolicy, override } }
  },
  'strict-transport-security': (value) => ({
    strictTransportSecurity: {
      accessControlMaxAge: Duration.seconds(Number(/max-age=(\d+)/.exec(value)?.[1])),
      includeSubdomains: value.includes('includeSubDomains'),
      preload: value.includes('preload'),
      override,
    },
  }),
}

/**
 * Headers that functions send themselves. CloudFront adds them only to responses that lack them, such as those that no function
 * made.
 */
const ofFunctions: readonly string[] = [releaseHeader, 'cache-control']

/** A policy by which CloudFront adds headers to every response. They replace the origin's, apart from those that functions send. */
export class AnswerHeaders extends Construct {
  readonly policy: ResponseHeadersPolicy

  constructor(scope: Construct, id: string, { headers }: { headers: Readonly<Record<string, string>> }) {
    super(scope, id)
    const securityHeadersBehavior: ResponseSecurityHeadersBehavior = Object.assign(
      {},
      ...Object.entries(headers).map(([header, value]) => known[header]?.(value)),
    )
    const customHeaders: ResponseCustomHeader[] = Object.entries(headers)
      .filter(([header]) => !known[header])
      // Don't override these headers: during a deploy, only the function knows its release and whether its response may be cached.
      .map(([header, value]) => ({ header, value, override: !ofFunctions.includes(header) }))
    this.policy = new ResponseHeadersPolicy(this, 'Policy', {
      securityHeadersBehavior,
      customHeadersBehavior: { customHeaders },
    })
  }
}
