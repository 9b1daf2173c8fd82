import { Duration } from 'aws-cdk-lib'
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  FunctionEventType,
  GeoRestriction,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  PriceClass,
  type ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { openApiPath } from '#shared/api/document-path.ts'
import { edgeHeaders } from '#shared/api/edge-headers.ts'
import { recipientPagePattern } from '#shared/api/recipient-page-path.ts'
import { acknowledgeFindings } from '../acknowledge.ts'
import type { WebDocument } from '../web-documents.ts'
import { AnswerHeaders } from './answer-headers.ts'
import { DocumentRewrite } from './document-rewrite.ts'
import { PrivateBucket } from './private-bucket.ts'
import { ViewerStamp } from './viewer-stamp.ts'

interface Props {
  /** The app's own host; undefined if the app has none. */
  domain: string | undefined
  /** The host that answers `/api`, and the secret with which CloudFront proves that a request came through it. */
  api: { domain: string; secret: string }
  headers: Readonly<Record<string, string>>
  allowedCountries: readonly string[]
  firewallArn: string
  accessLogs: IBucket
  retainsData: boolean
  /** The web build's documents, one for each page. */
  documents: readonly WebDocument[]
}

const logsElsewhere =
  'The kind of logging that the rule checks writes query strings, which contain tokens from links in emails. The newer kind, used instead, writes only selected fields.'

/**
 * By default, CloudFront caches these error responses for ten seconds, even with `no-store`. It would then return one caller's
 * refusal to the next caller of the same URL. These settings switch that off, and they replace no error with a page.
 */
const uncachedErrors = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504].map((httpStatus) => ({
  httpStatus,
  ttl: Duration.seconds(0),
}))

const setByPage = ['content-security-policy', 'referrer-policy']

/** The CloudFront distribution: one origin for the browser, with the web app from a private bucket and `/api` from the gateway. */
export class AppDistribution extends Construct {
  readonly bucket: IBucket
  readonly distribution: Distribution
  /** The app's origin, without a trailing slash. */
  readonly origin: string
  /** The certificate of the app's own host; undefined if the app has none. */
  readonly certificate: Certificate | undefined

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    const { domain } = props
    this.certificate = domain
      ? new Certificate(this, 'Certificate', { domainName: domain, validation: CertificateValidation.fromDns() })
      : undefined
    // CDK's class doesn't match its own interface under exactOptionalPropertyTypes, because of an optional property.
    this.bucket = this.files(props) as IBucket
    const { policy } = new AnswerHeaders(this, 'Headers', { headers: props.headers })
    // The gateway refuses some requests before they reach a function. These responses must not be cached either.
    const api = new AnswerHeaders(this, 'ApiHeaders', { headers: { ...props.headers, 'cache-control': 'no-store' } })
    const files = this.filesBehavior(policy, props.documents)
    const calls = this.apiBehavior(props.api, api.policy)
    // The recipient's page sends its own content security policy and its own referrer policy, which keeps the link secret. Leave
    // both headers out here, so that CloudFront does not replace them.
    const ofPage = Object.entries(props.headers).filter(([name]) => !setByPage.includes(name))
    const { policy: responseHeadersPolicy } = new AnswerHeaders(this, 'PageHeaders', {
      headers: { ...Object.fromEntries(ofPage), 'cache-control': 'no-store' },
    })
    const page = { ...calls, allowedMethods: AllowedMethods.ALLOW_GET_HEAD, responseHeadersPolicy }
    this.distribution = new Distribution(this, 'Distribution', {
      defaultBehavior: files,
      // CloudFront uses the first pattern that matches.
      additionalBehaviors: { [openApiPath]: files, '/api/*': calls, [recipientPagePattern]: page },
      httpVersion: HttpVersion.HTTP2_AND_3,
      // The edge locations in North America, Europe and Israel. The tenants are in the United States.
      priceClass: PriceClass.PRICE_CLASS_100,
      geoRestriction: GeoRestriction.allowlist(...props.allowedCountries),
      webAclId: props.firewallArn,
      errorResponses: uncachedErrors,
      ...(domain &&
        this.certificate && {
          domainNames: [domain],
          certificate: this.certificate,
          minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        }),
    })
    this.origin = `https://${domain ?? this.distribution.domainName}`
    acknowledgeFindings(this.distribution, {
      ...(!domain && {
        'AwsSolutions-CFR4':
          "Without a domain it has CloudFront's own certificate, which does not let us choose the oldest TLS version. Only dev has no domain.",
      }),
      'AwsSolutions-CFR3': logsElsewhere,
    })
  }

  private files({ accessLogs, retainsData }: Props) {
    const bucket = new PrivateBucket(this, 'Files', {
      retainsData,
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: 'web/',
      lifecycleRules: [{ id: 'replaced', noncurrentVersionExpiration: Duration.days(90) }],
    })
    acknowledgeFindings(bucket, {
      'HIPAA.Security-S3DefaultEncryptionKMS': 'Contains only the web app, which is public.',
    })
    return bucket
  }

  private filesBehavior(
    responseHeadersPolicy: ResponseHeadersPolicy,
    documents: readonly WebDocument[],
  ): BehaviorOptions {
    const rewrite = new DocumentRewrite(this, 'Rewrite', documents)
    return {
      origin: S3BucketOrigin.withOriginAccessControl(this.bucket),
      cachePolicy: this.filesCachePolicy(),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy,
      functionAssociations: [{ eventType: FunctionEventType.VIEWER_REQUEST, function: rewrite.function }],
    }
  }

  private apiBehavior({ domain, secret }: Props['api'], responseHeadersPolicy: ResponseHeadersPolicy): BehaviorOptions {
    return {
      origin: new HttpOrigin(domain, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        customHeaders: { [edgeHeaders.secret]: secret },
      }),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      responseHeadersPolicy,
      functionAssociations: [
        { eventType: FunctionEventType.VIEWER_REQUEST, function: new ViewerStamp(this, 'Stamp').function },
      ],
    }
  }

  /** Caches a file for as long as its own header says. A file without such a header is not cached. */
  private filesCachePolicy() {
    return new CachePolicy(this, 'FilesCache', {
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(365),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    })
  }
}
