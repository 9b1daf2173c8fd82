import { Duration, type RemovalPolicy } from 'aws-cdk-lib'
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  FunctionEventType,
  HttpVersion,
  OriginRequestPolicy,
  PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { DocumentHeaders } from './document-headers.ts'
import { DocumentRewrite } from './document-rewrite.ts'
import { PrivateBucket } from './private-bucket.ts'

interface Props {
  /** The app's own host, if it has one. */
  domain: string | undefined
  /** The host that answers `/api`. */
  apiDomain: string
  headers: Readonly<Record<string, string>>
  removalPolicy: RemovalPolicy
}

/** CloudFront: the web app from a private bucket and `/api` from the gateway, on one origin. */
export class AppDistribution extends Construct {
  readonly bucket: IBucket
  /** Without a slash at the end. */
  readonly origin: string

  constructor(scope: Construct, id: string, { domain, apiDomain, headers, removalPolicy }: Props) {
    super(scope, id)
    // CDK's own class and interface part over an optional property under exactOptionalPropertyTypes.
    this.bucket = new PrivateBucket(this, 'Files', { removalPolicy }) as IBucket
    const responseHeadersPolicy = new DocumentHeaders(this, 'Headers', { headers }).policy
    const distribution = new Distribution(this, 'Distribution', {
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(this.bucket),
        cachePolicy: this.filesCachePolicy(),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        responseHeadersPolicy,
        functionAssociations: [
          { eventType: FunctionEventType.VIEWER_REQUEST, function: new DocumentRewrite(this, 'Rewrite').function },
        ],
      },
      additionalBehaviors: {
        '/api/*': {
          origin: new HttpOrigin(apiDomain),
          allowedMethods: AllowedMethods.ALLOW_ALL,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          responseHeadersPolicy,
        },
      },
      httpVersion: HttpVersion.HTTP2_AND_3,
      // North America and Europe: the tenants are in the United States.
      priceClass: PriceClass.PRICE_CLASS_100,
      ...(domain && {
        domainNames: [domain],
        certificate: this.certificateOf(domain),
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
    })
    this.origin = `https://${domain ?? distribution.domainName}`
  }

  private certificateOf(domain: string) {
    return new Certificate(this, 'Certificate', { domainName: domain, validation: CertificateValidation.fromDns() })
  }

  /** What a file says of its own caching counts; one that says nothing is not kept. */
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
