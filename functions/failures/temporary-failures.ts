import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { AppError, unavailableError } from './app-error.ts'

const passingNames =
  /Throttl|Throughput|(^|Request)LimitExceeded|TooManyRequests|SlowDown|Timeout|ServiceUnavailable|TransactionInProgress|TransactionConflict|^AbortError$/

const passingCodes = /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/

/**
 * Returns true if a failure is temporary, which means that a service is busy, slow, broken or unreachable. An unknown failure
 * counts as permanent, so that it isn't retried.
 */
export function isTemporaryFailure(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'unavailable'
  const causes = reasonsBesidesConditions(error)
  if (causes.length > 0) return causes.every((cause) => passingNames.test(cause))
  if (!(error instanceof Error)) return false
  // A response that cannot be parsed, such as a load balancer's error page, still has its HTTP status.
  const { httpStatusCode } = Object('$metadata' in error ? error.$metadata : undefined)
  const code = 'code' in error ? String(error.code) : ''
  // The SDK declares `$retryable` on all service errors, but sets it only on those that can be retried.
  const isRetryable = '$retryable' in error && error.$retryable !== undefined
  return httpStatusCode >= 500 || isRetryable || passingNames.test(error.name) || passingCodes.test(code)
}

/** The temporary failures after which a call certainly had no effect: the service refused it, or was not reached. */
const refusedNames = /Throttl|Throughput|LimitExceeded|TooManyRequests|SlowDown|TransactionConflict/
const unreachedCodes = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/

/** Whether a call to AWS may have taken effect although it failed, because its response was lost. */
export function mayHaveSucceeded(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof AppError || error instanceof TransactionCanceledException)
    return false
  const code = 'code' in error ? String(error.code) : ''
  return isTemporaryFailure(error) && !refusedNames.test(error.name) && !unreachedCodes.test(code)
}

/** Returns the error that a caller gets to see: a refusal as it is, and a 503 for a temporary failure. */
export function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  return isTemporaryFailure(error) ? unavailableError() : undefined
}

/**
 * Returns the reasons for which a transaction was cancelled: each reason once, and without failed conditions. Returns an empty list
 * for other errors.
 */
export function reasonsBesidesConditions(error: unknown): string[] {
  const reasons = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : []
  const codes = new Set(reasons.map(({ Code = 'None' }) => Code))
  return [...codes].filter((code) => code !== 'None' && code !== 'ConditionalCheckFailed')
}
