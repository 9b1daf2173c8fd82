import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { AppError } from './app-error.ts'

const passingNames =
  /Throttl|Throughput|(^|Request)LimitExceeded|TooManyRequests|SlowDown|Timeout|ServiceUnavailable|TransactionInProgress|TransactionConflict|^AbortError$/

const passingCodes = /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/

/**
 * Whether a failure is temporary: a service that is throttled, slow, broken or unreachable. An unknown failure counts as permanent,
 * so it is not retried.
 */
export function isPassing(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'unavailable'
  const causes = cancellationReasons(error)
  if (causes.length > 0) return causes.every((cause) => passingNames.test(cause))
  if (!(error instanceof Error)) return false
  // An answer that cannot be parsed, such as a load balancer's error page, still has its status.
  const { httpStatusCode } = Object('$metadata' in error ? error.$metadata : undefined)
  const code = 'code' in error ? String(error.code) : ''
  // The SDK declares `$retryable` on every service error but sets it only on retryable ones.
  const isRetryable = '$retryable' in error && error.$retryable !== undefined
  return httpStatusCode >= 500 || isRetryable || passingNames.test(error.name) || passingCodes.test(code)
}

/** The reasons for which a transaction was cancelled, each once and without failed conditions. Empty for other errors. */
export function cancellationReasons(error: unknown): string[] {
  const reasons = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : []
  const codes = new Set(reasons.map(({ Code = 'None' }) => Code))
  return [...codes].filter((code) => code !== 'None' && code !== 'ConditionalCheckFailed')
}
