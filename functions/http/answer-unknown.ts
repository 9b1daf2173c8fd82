import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { type Answer, refusal, withHeaders } from './answers.ts'
import { unknownRoute } from './app-error.ts'
import type { Log } from './log.ts'

type Called = Pick<APIGatewayProxyEventV2, 'requestContext' | 'routeKey'>

/** Answers whatever no entry of the contract does. It looks at nothing, so that it needs no rights. */
export const answerUnknown =
  (log: Log) =>
  async ({ requestContext: { requestId }, routeKey }: Called): Promise<Answer> => {
    const error = unknownRoute()
    log.info('request', { request_id: requestId, route: routeKey, status: error.status })
    // CloudFront names the release of an answer that does not.
    return withHeaders(refusal(error), { requestId, release: '' })
  }
