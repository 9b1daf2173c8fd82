import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { answerHeaders } from '../http/answer-headers.ts'
import { unknownRoute } from '../http/app-error.ts'
import type { Log } from '../http/log.ts'

type Called = Pick<APIGatewayProxyEventV2, 'requestContext' | 'routeKey'>

/** What the contract does not know: there is nothing to be had, whatever comes. */
export const answerUnknown =
  (log: Log) =>
  async ({ requestContext: { requestId }, routeKey }: Called): Promise<APIGatewayProxyStructuredResultV2> => {
    const { status, detail } = unknownRoute()
    log.info('request', { request_id: requestId, route: routeKey, status })
    return {
      statusCode: status,
      headers: { 'content-type': 'application/json', ...answerHeaders(requestId) },
      body: JSON.stringify({ detail }),
    }
  }
