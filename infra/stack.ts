import { Annotations, CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { Schedule } from 'aws-cdk-lib/aws-events'
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Code } from 'aws-cdk-lib/aws-lambda'
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { builtRoutes } from '#shared/api/areas.ts'
import { acknowledgePrefixes, areaGrants } from './area-grants.ts'
import { type AreaNeeds, areaNeeds, type FunctionArea } from './area-needs.ts'
import { type EnvironmentConfig, missingValues } from './config.ts'
import { AppDistribution } from './constructs/app-distribution.ts'
import { AreaFunction } from './constructs/area-function.ts'
import { DataTable } from './constructs/data-table.ts'
import { EdgeLog } from './constructs/edge-log.ts'
import { EdgeSecrets } from './constructs/edge-secrets.ts'
import { Foundation } from './constructs/foundation.ts'
import { HttpGateway } from './constructs/http-gateway.ts'
import { MailSender } from './constructs/mail-sender.ts'
import { MediaBucket } from './constructs/media-bucket.ts'
import { MonthlyBudget } from './constructs/monthly-budget.ts'
import type { LogKeeping } from './constructs/own-log.ts'
import { ProductAlarms } from './constructs/product-alarms.ts'
import { ProductDashboard } from './constructs/product-dashboard.ts'
import { SigningSecret } from './constructs/signing-secret.ts'
import { WebFiles } from './constructs/web-files.ts'
import { WebFirewall } from './constructs/web-firewall.ts'
import { google } from './google.ts'
import { releaseHeaders, releaseOf } from './release.ts'
import { securityHeaders } from './security-headers.ts'

interface Props {
  environment: string
  config: EnvironmentConfig
  code: (area: FunctionArea) => Code
  /** The web build's folder; without one the stack has no web files. */
  webBuild: string | undefined
}

/** What every function gets beside its own code and rights. */
interface FunctionParts {
  foundation: Foundation
  environment: Record<string, string>
  grants: (needs: AreaNeeds) => PolicyStatement[]
  media: Bucket
}

/** One environment of Carelane. */
export class CarelaneStack extends Stack {
  constructor(scope: Construct, props: Props) {
    const { environment, config } = props
    const { domain, mail, removalPolicy, googleClientId } = config
    const release = props.webBuild ? releaseOf(props.webBuild) : ''
    super(scope, `carelane-${environment}`, {
      env: { region: config.region },
      description: `Carelane, ${environment}`,
      tags: { product: 'carelane', environment },
      terminationProtection: removalPolicy === RemovalPolicy.RETAIN,
    })
    const foundation = new Foundation(this, 'Foundation', { environment, ...config })
    const { dataKey: key, logs, accessLogs, watch } = foundation
    const { table } = new DataTable(this, 'Data', { key, ...config })
    const media = new MediaBucket(this, 'Media', { environment, key, accessLogs, removalPolicy })
    const { secret: signingSecret } = new SigningSecret(this, 'Signing', { key, removalPolicy })
    const edgeSecrets = new EdgeSecrets(this, 'Edge', { names: config.edgeSecrets, key })
    const mailSender = new MailSender(this, 'Mail', mail)
    const gateway = new HttpGateway(this, 'Gateway', { throttle: config.throttle, logs })
    const firewall = new WebFirewall(this, 'Firewall', { environment, rateLimit: config.addressLimit, logs })
    const app = new AppDistribution(this, 'App', {
      domain,
      api: { domain: gateway.domainName, secret: edgeSecrets.shown },
      headers: { ...securityHeaders({ mediaOrigins: [media.origin] }), ...releaseHeaders(release) },
      allowedCountries: config.allowedCountries,
      firewallArn: firewall.arn,
      accessLogs,
      removalPolicy,
    })
    media.allowPagesOf(app.origin)
    new EdgeLog(this, 'EdgeLog', { environment, distribution: app.distribution, logs })

    const functionOf = this.functionFactory(props, {
      foundation,
      environment: {
        TABLE_NAME: table.tableName,
        MEDIA_BUCKET: media.bucket.bucketName,
        SIGNING_SECRET_ID: signingSecret.secretArn,
        MAIL_SENDER: mail.sender,
        APP_ORIGIN: app.origin,
        EDGE_SECRETS: edgeSecrets.accepted,
        GOOGLE_CLIENT_ID: googleClientId,
        GOOGLE_ISSUER: google.issuer,
        GOOGLE_JWKS_URL: google.jwksUrl,
        RELEASE: release,
      },
      media: media.bucket,
      grants: (needs) =>
        areaGrants(needs, { table, media: media.bucket, signingSecret, key, sendMail: mailSender.grant }),
    })
    const serving = [...Map.groupBy(builtRoutes(), ({ area }) => area)].map(([area, routes]) => {
      const areaFunction = functionOf(area)
      gateway.addArea(area, areaFunction.handler, routes)
      return areaFunction
    })
    const mailWorker = functionOf('workers')
    mailWorker.callOn('EveryMinute', { schedule: Schedule.rate(Duration.minutes(1)) })
    const feedback = functionOf('feedback')
    feedback.callOn('OfMail', { eventPattern: mailSender.feedback })

    const watched = { watch, gateway, functions: [...serving, mailWorker, feedback], table }
    const { distributionId } = app.distribution
    new ProductAlarms(this, 'Alarms', { ...watched, mailWorker, distributionId })
    new ProductDashboard(this, 'Dashboard', { ...watched, environment, firewall: firewall.metricName })
    new MonthlyBudget(this, 'Budget', { environment, limit: config.monthlyBudget, address: config.alarmAddress })
    this.addWeb(props, app.bucket, logs)
    for (const sentence of missingValues(config)) Annotations.of(this).addWarningV2('carelane:missing', sentence)
    const outputs = {
      AppOrigin: app.origin,
      DistributionHost: app.distribution.domainName,
      TableName: table.tableName,
      MediaBucket: media.bucket.bucketName,
      SigningSecret: signingSecret.secretArn,
    }
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value })
  }

  private functionFactory({ config, code }: Props, { foundation, environment, grants, media }: FunctionParts) {
    return (area: FunctionArea) => {
      const needs = areaNeeds[area]
      const { concurrency, memory } = config
      const areaFunction = new AreaFunction(this, area, {
        code: code(area),
        environment,
        grants: grants(needs),
        outage: needs.outage,
        later: needs.later,
        memory,
        concurrency: concurrency[area],
        logs: foundation.logs,
        watch: foundation.watch,
      })
      acknowledgePrefixes(areaFunction, needs, media)
      return areaFunction
    }
  }

  private addWeb({ config, webBuild: build }: Props, bucket: IBucket, logs: LogKeeping) {
    const { googleClientId, medicalHiddenHosts } = config
    const webConfig = { google_client_id: googleClientId, medical_hidden_hosts: medicalHiddenHosts }
    if (build) new WebFiles(this, 'Web', { bucket, build, config: webConfig, logs })
    else
      Annotations.of(this).addWarningV2(
        'carelane:no-web',
        'The web app is not built: run "npm run build" to deploy it.',
      )
  }
}
