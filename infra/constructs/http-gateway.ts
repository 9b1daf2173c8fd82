import { Aws, type RemovalPolicy, Stack } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import { HttpApi, HttpMethod, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { Route } from '#shared/api/areas.ts'

interface Props {
  throttle: { rateLimit: number; burstLimit: number }
  logRetention: RetentionDays
  removalPolicy: RemovalPolicy
}

/** The HTTP API: it has the routes that are added to it, and answers 404 to everything else. */
export class HttpGateway extends Construct {
  readonly domainName: string
  private readonly api: HttpApi

  constructor(scope: Construct, id: string, { throttle, logRetention, removalPolicy }: Props) {
    super(scope, id)
    this.api = new HttpApi(this, 'Api', { apiName: Stack.of(this).stackName, createDefaultStage: false })
    this.domainName = `${this.api.apiId}.execute-api.${Stack.of(this).region}.${Aws.URL_SUFFIX}`
    const log = new LogGroup(this, 'Log', { retention: logRetention, removalPolicy })
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle,
      accessLogSettings: { destination: new LogGroupLogDestination(log), format: accessLogFormat },
    })
  }

  /** All routes of one area. */
  addRoutes(handler: IFunction, routes: readonly Route[]) {
    // One permission for the whole area: one for each route would outgrow the function's policy.
    const integration = new HttpLambdaIntegration('Handler', handler, { scopePermissionToRoute: false })
    for (const { entry } of routes)
      this.api.addRoutes({ path: entry.path, methods: [HttpMethod[entry.method]], integration })
  }
}

/** The route, never the path or its query: these hold ids and, in links from mails, tokens. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    request_id: '$context.requestId',
    time: '$context.requestTime',
    route: '$context.routeKey',
    status: '$context.status',
    ms: '$context.responseLatency',
    function_ms: '$context.integrationLatency',
    function_status: '$context.integrationStatus',
    bytes: '$context.responseLength',
    error: '$context.error.responseType',
  }),
)
