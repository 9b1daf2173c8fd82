import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { type Answer, refusal, withHeaders } from './answers.ts'
import { AppError } from './app-error.ts'

export const unknownRoute = () => new AppError('notFound', 'Not found')

/** Answers whatever no entry of the contract does. It looks at nothing, so that it needs no rights. */
export const answerUnknownRoute = async ({ requestContext }: APIGatewayProxyEventV2): Promise<Answer> =>
  // CloudFront names the release of an answer that does not.
  withHeaders(refusal(unknownRoute()), { requestId: requestContext.requestId, release: '' })
