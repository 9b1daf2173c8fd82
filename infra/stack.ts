import { Annotations, CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Code } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { builtRoutes } from '#shared/api/areas.ts'
import { type AreaNeeds, areaNeeds, type FunctionArea } from './area-needs.ts'
import type { EnvironmentConfig } from './config.ts'
import { AppDistribution } from './constructs/app-distribution.ts'
import { AreaFunction } from './constructs/area-function.ts'
import { DataTable } from './constructs/data-table.ts'
import { HttpGateway } from './constructs/http-gateway.ts'
import { MailSender } from './constructs/mail-sender.ts'
import { MediaBucket } from './constructs/media-bucket.ts'
import { SigningSecret } from './constructs/signing-secret.ts'
import { WebFiles } from './constructs/web-files.ts'
import { securityHeaders } from './security-headers.ts'

interface Props {
  environment: string
  config: EnvironmentConfig
  code: (area: FunctionArea) => Code
  /** The web build's folder; without one the stack has no web files. */
  webBuild: string | undefined
}

const google = {
  GOOGLE_ISSUER: 'https://accounts.google.com',
  GOOGLE_JWKS_URL: 'https://www.googleapis.com/oauth2/v3/certs',
}

/** One environment of Carelane. */
export class CarelaneStack extends Stack {
  constructor(scope: Construct, { environment, config, code, webBuild }: Props) {
    const { region, domain, mail, removalPolicy, logRetention, googleClientId, medicalHiddenHosts } = config
    super(scope, `carelane-${environment}`, {
      env: { region },
      description: `Carelane, ${environment}`,
      tags: { product: 'carelane', environment },
      terminationProtection: removalPolicy === RemovalPolicy.RETAIN,
    })
    const { table } = new DataTable(this, 'Data', { removalPolicy })
    const media = new MediaBucket(this, 'Media', { environment, removalPolicy })
    const { secret } = new SigningSecret(this, 'Signing', { removalPolicy })
    const mailSender = new MailSender(this, 'Mail', mail)
    const gateway = new HttpGateway(this, 'Gateway', { throttle: config.throttle, logRetention, removalPolicy })
    const app = new AppDistribution(this, 'App', {
      domain,
      apiDomain: gateway.domainName,
      headers: securityHeaders({ mediaOrigins: [media.origin] }),
      removalPolicy,
    })
    media.allowPagesOf(app.origin)

    const functionEnvironment = {
      TABLE_NAME: table.tableName,
      MEDIA_BUCKET: media.bucket.bucketName,
      SIGNING_SECRET_ID: secret.secretArn,
      MAIL_SENDER: mail.sender,
      APP_ORIGIN: app.origin,
      GOOGLE_CLIENT_ID: googleClientId,
      ...google,
    }
    const grantsOf = ({ table: actions, indexes, objects, sendsMail }: AreaNeeds) => [
      allow('dynamodb', actions, [table.tableArn]),
      ...indexes.map((index) => allow('dynamodb', ['Query'], [`${table.tableArn}/index/${index}`])),
      ...Object.entries(objects).map(([prefix, actions]) =>
        allow('s3', actions, [media.bucket.arnForObjects(`${prefix}*`)]),
      ),
      // Who may not list is told that a missing object is forbidden.
      ...(Object.keys(objects).length > 0 ? [allow('s3', ['ListBucket'], [media.bucket.bucketArn])] : []),
      ...(sendsMail ? [mailSender.grant] : []),
      allow('secretsmanager', ['GetSecretValue'], [secret.secretArn]),
    ]
    const functionOf = (area: FunctionArea) => {
      const needs = areaNeeds[area]
      if (!needs) throw new Error(`infra/area-needs.ts does not say what the area "${area}" needs`)
      return new AreaFunction(this, area, {
        code: code(area),
        environment: functionEnvironment,
        grants: grantsOf(needs),
        outage: needs.outage,
        memory: config.memory,
        logRetention,
        removalPolicy,
      }).handler
    }
    for (const [area, routes] of Map.groupBy(builtRoutes(), (route) => route.area))
      gateway.addArea(area, functionOf(area), routes)
    new Rule(this, 'EveryMinute', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(functionOf('workers'))],
    })

    new Rule(this, 'MailFeedback', {
      eventPattern: { source: ['aws.ses'], detailType: ['Email Bounced', 'Email Complaint Received'] },
      targets: [new LambdaFunction(functionOf('feedback'))],
    })

    const webConfig = { google_client_id: googleClientId, medical_hidden_hosts: medicalHiddenHosts }
    if (webBuild) new WebFiles(this, 'Web', { bucket: app.bucket, build: webBuild, config: webConfig })
    else
      Annotations.of(this).addWarningV2(
        'carelane:no-web',
        'The web app is not built: run "npm run build" to deploy it.',
      )
    for (const name of [domain, mail.identity])
      if (name?.endsWith('.example'))
        Annotations.of(this).addWarningV2(
          'carelane:example-name',
          `${name} is nobody's: set your own in infra/config.ts.`,
        )
    new CfnOutput(this, 'AppOrigin', { value: app.origin })
  }
}

const allow = (service: string, actions: readonly string[], resources: string[]) =>
  new PolicyStatement({ actions: actions.map((action) => `${service}:${action}`), resources })
