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
import { type LogGroupSettings, OwnLog } from './own-log.ts'

interface Props {
  throttle: { rateLimit: number; burstLimit: number }
  /** Says whether what a caller shows is CloudFront's: asked once for each secret and five minutes. */
  guard: IFunction
  logs: LogGroupSettings
}

/** Long enough that nearly no call waits for it, and as long as a secret that was taken out stays good. */
const answerKept = Duration.minutes(5)

/** What an HTTP API answers with the function of the catch-all: every route that it does not have. */
export const anyOtherRoute = '$default'

/**
 * The HTTP API. Whoever calls it past CloudFront is refused before a function of the product runs: without the header by the
 * gateway itself, with a wrong one by the guard.
 */
export class HttpGateway extends Construct {
  readonly domainName: string
  readonly log: OwnLog
  readonly api: HttpApi
  private readonly guard: CfnAuthorizer
  private readonly guardMayBeAsked: CfnResource

  constructor(scope: Construct, id: string, { throttle, guard, logs }: Props) {
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
    this.guard = new CfnAuthorizer(this, 'Guard', {
      apiId: this.api.apiId,
      name: 'edge',
      authorizerType: 'REQUEST',
      authorizerUri: `arn:${Aws.PARTITION}:apigateway:${Stack.of(this).region}:lambda:path/2015-03-31/functions/${guard.functionArn}/invocations`,
      authorizerPayloadFormatVersion: '2.0',
      enableSimpleResponses: true,
      identitySource: [`$request.header.${edgeHeaders.secret}`],
      authorizerResultTtlInSeconds: answerKept.toSeconds(),
    })
    this.guardMayBeAsked = this.mayCall('GuardCall', guard, `authorizers/${this.guard.attrAuthorizerId}`)
  }

  /**
   * All routes of one function, with one integration and one permission for them: CDK's own route would hang both on whichever
   * route comes first, and replace them when another does. No route is there before it may call.
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
      route.addResourceDependency(this.guardMayBeAsked)
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
