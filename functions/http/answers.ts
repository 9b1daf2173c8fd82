import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { AppError } from './app-error.ts'

export type Answer = APIGatewayProxyStructuredResultV2

/** Adds what every answer carries. */
export const withHeaders = (answer: Answer, requestId: string): Answer => ({
  ...answer,
  headers: {
    ...answer.headers,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  },
})

/** An error as it is told: its detail, and when or how to come again. */
export const refusal = ({ status, code, detail, retryAfterSeconds }: AppError): Answer => ({
  statusCode: status,
  headers: {
    'content-type': 'application/json',
    ...(code === 'unauthenticated' && { 'www-authenticate': 'Bearer' }),
    ...(retryAfterSeconds && { 'retry-after': String(retryAfterSeconds) }),
  },
  body: JSON.stringify({ detail }),
})
