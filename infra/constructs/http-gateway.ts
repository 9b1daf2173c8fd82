import { Aws, type CfnResource, Duration, Stack } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import {
  CfnAuthorizer,
  CfnIntegration,
  CfnRoute,
  HttpApi,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { CfnPermission, type IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { edgeHeaders } from '#shared/api/edge-headers.ts'
import { EncryptedLogGroup, type LogGroupSettings } from './encrypted-log-group.ts'

interface Props {
  throttle: { rateLimit: number; burstLimit: number }
  /** The function that checks the secret which a caller sends. The gateway caches the verdict on each secret for five minutes. */
  guard: IFunction
  logs: LogGroupSettings
}

/**
 * How long the gateway caches the guard's verdict: long enough that almost no call waits for the guard. A secret that the guard no
 * longer accepts may stay valid for this long.
 */
const verdictLifetime = Duration.minutes(5)

/** The key of the route that an HTTP API uses for all requests that match no other route. */
export const defaultRouteKey = '$default'

/**
 * The HTTP API. A caller that bypasses CloudFront reaches no function except the guard: the gateway itself refuses a request
 * without the secret's header, and the guard refuses a wrong secret.
 */
export class HttpGateway extends Construct {
  readonly domainName: string
  readonly log: EncryptedLogGroup
  readonly api: HttpApi
  private readonly guard: CfnAuthorizer
  private readonly guardPermission: CfnResource

  constructor(scope: Construct, id: string, { throttle, guard, logs }: Props) {
    super(scope, id)
    this.api = new HttpApi(this, 'Api', { apiName: Stack.of(this).stackName, createDefaultStage: false })
    this.domainName = `${this.api.apiId}.execute-api.${Stack.of(this).region}.${Aws.URL_SUFFIX}`
    this.log = new EncryptedLogGroup(this, 'Log', logs)
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle,
      accessLogSettings: { destination: new LogGroupLogDestination(this.log), format: accessLogFormat },
    })
    this.guard = new CfnAuthorizer(this, 'Guard', {
      apiId: this.api.apiId,
      name: 'edge',
      authorizerType: 'REQUEST',
      authorizerUri: `arn:${Aws.PARTITION}:apigateway:${Stack.of(this).region}:lambda:path/2015-03-31/functions/${guard.functionArn}/invocations`,
      authorizerPayloadFormatVersion: '2.0',
      enableSimpleResponses: true,
      identitySource: [`$request.header.${edgeHeaders.secret}`],
      authorizerResultTtlInSeconds: verdictLifetime.toSeconds(),
    })
    this.guardPermission = this.mayCall('GuardCall', guard, `authorizers/${this.guard.attrAuthorizerId}`)
  }

  /**
   * Adds all routes of a function with one shared integration and one permission. CDK's own route class would attach both to
   * whichever route comes first, and replace them when the order changes. The permission is created before the routes.
   */
  addFunction(name: string, handler: IFunction, routeKeys: readonly string[]) {
    const { apiId } = this.api
    const { ref } = new CfnIntegration(this, name, {
      apiId,
      integrationType: 'AWS_PROXY',
      integrationUri: handler.functionArn,
      payloadFormatVersion: '2.0',
    })
    const mayBeCalled = this.mayCall(`${name}Call`, handler, '*/*')
    for (const routeKey of routeKeys) {
      const route = new CfnRoute(this, routeKey, {
        apiId,
        routeKey,
        target: `integrations/${ref}`,
        authorizationType: 'CUSTOM',
        authorizerId: this.guard.ref,
      })
      route.addResourceDependency(mayBeCalled)
      route.addResourceDependency(this.guardPermission)
    }
  }

  private mayCall(id: string, handler: IFunction, resourceName: string) {
    return new CfnPermission(this, id, {
      action: 'lambda:InvokeFunction',
      functionName: handler.functionArn,
      principal: 'apigateway.amazonaws.com',
      sourceArn: Stack.of(this).formatArn({ service: 'execute-api', resource: this.api.apiId, resourceName }),
    })
  }
}

/** Logs the route but never the path or the query, which contain ids and, in links from mails, tokens. */
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
