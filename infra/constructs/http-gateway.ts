import { Aws, Stack } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import { CfnIntegration, CfnRoute, HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import type { Route } from '#shared/api/areas.ts'
import { acknowledge } from '../acknowledge.ts'
import { type LogKeeping, OwnLog } from './own-log.ts'

interface Props {
  throttle: { rateLimit: number; burstLimit: number }
  logs: LogKeeping
}

/** The HTTP API: it has the routes that are added to it, and answers 404 to everything else. */
export class HttpGateway extends Construct {
  readonly domainName: string
  readonly log: OwnLog
  readonly api: HttpApi

  constructor(scope: Construct, id: string, { throttle, logs }: Props) {
    super(scope, id)
    this.api = new HttpApi(this, 'Api', { apiName: Stack.of(this).stackName, createDefaultStage: false })
    this.domainName = `${this.api.apiId}.execute-api.${Stack.of(this).region}.${Aws.URL_SUFFIX}`
    this.log = new OwnLog(this, 'Log', logs)
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle,
      accessLogSettings: { destination: new LogGroupLogDestination(this.log), format: accessLogFormat },
    })
    acknowledge(this, {
      'AwsSolutions-APIG4':
        'Who may call is in the contract and is checked by the functions, against the stored user with each request; an authorizer would know the token only.',
    })
  }

  /**
   * All routes of one area, with one integration and one permission for them: CDK's own route would hang both on whichever
   * route comes first, and replace them when another does.
   */
  addArea(area: string, handler: IFunction, routes: readonly Route[]) {
    const { apiId } = this.api
    const { ref } = new CfnIntegration(this, area, {
      apiId,
      integrationType: 'AWS_PROXY',
      integrationUri: handler.functionArn,
      payloadFormatVersion: '2.0',
    })
    for (const { routeKey } of routes) new CfnRoute(this, routeKey, { apiId, routeKey, target: `integrations/${ref}` })
    handler.addPermission('Gateway', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: Stack.of(this).formatArn({ service: 'execute-api', resource: apiId, resourceName: '*/*' }),
    })
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
