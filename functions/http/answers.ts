import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { releaseHeader } from '#shared/api/release-header.ts'
import type { AppError, ErrorCode } from '../failures/app-error.ts'

export type Answer = APIGatewayProxyStructuredResultV2

interface Given {
  requestId: string
  /** The release of the web app with which this function was deployed. Empty if unknown. */
  release: string
}

/** Adds the headers that every response has. */
export const withCommonHeaders = (answer: Answer, { requestId, release }: Given): Answer => ({
  ...answer,
  headers: {
    'cache-control': 'no-store',
    ...answer.headers,
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    ...(release && { [releaseHeader]: release }),
  },
})

export const statusOf: Readonly<Record<ErrorCode, number>> = {
  unusable: 400,
  unauthenticated: 401,
  forbidden: 403,
  unconfirmed: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  wrongMediaType: 415,
  invalid: 422,
  tooMany: 429,
  unavailable: 503,
}

export const refusalAnswer = ({ code, detail, more, retryAfterSeconds }: AppError): Answer => ({
  statusCode: statusOf[code],
  headers: {
    'content-type': 'application/json',
    ...(code === 'unauthenticated' && { 'www-authenticate': 'Bearer' }),
    ...(retryAfterSeconds && { 'retry-after': String(retryAfterSeconds) }),
  },
  body: JSON.stringify({ detail, ...more }),
})
