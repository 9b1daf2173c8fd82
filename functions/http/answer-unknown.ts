import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { unknownRouteError } from '../failures/app-error.ts'
import { type Answer, refusalAnswer, statusOf, withCommonHeaders } from './answers.ts'
import type { Log } from './log.ts'

type Called = Pick<APIGatewayProxyEventV2, 'requestContext' | 'routeKey'>

/**
 * Responds to every request that matches no route of the gateway. The handler reads no stored data, so its Lambda function needs no
 * rights to any.
 */
export const createUnknownRouteHandler =
  (log: Log) =>
  async ({ requestContext: { requestId }, routeKey }: Called): Promise<Answer> => {
    const error = unknownRouteError()
    log.info('request', { request_id: requestId, route: routeKey, status: statusOf[error.code] })
    // The release is left empty here, because CloudFront adds it to a response that has none.
    return withCommonHeaders(refusalAnswer(error), { requestId, release: '' })
  }
