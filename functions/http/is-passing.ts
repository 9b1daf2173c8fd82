import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { AppError } from './app-error.ts'

const passingNames =
  /Throttl|Throughput|(^|Request)LimitExceeded|TooManyRequests|SlowDown|Timeout|ServiceUnavailable|TransactionInProgress|TransactionConflict|^AbortError$/

const passingCodes = /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/

/**
 * Whether a failure passes by itself: a service that is throttled, slow, broken or out of reach. Whatever is not known to pass
 * fails again, however often it is tried.
 */
export function isPassing(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'unavailable'
  const causes = causesOf(error)
  if (causes.length > 0) return causes.every((cause) => passingNames.test(cause))
  if (!(error instanceof Error)) return false
  // An answer that cannot even be read, a balancer's page say, still has its status.
  const { httpStatusCode } = Object('$metadata' in error ? error.$metadata : undefined)
  const code = 'code' in error ? String(error.code) : ''
  // The SDK declares `$retryable` for every error of a service, and sets it for those that are.
  const isRetryable = '$retryable' in error && error.$retryable !== undefined
  return httpStatusCode >= 500 || isRetryable || passingNames.test(error.name) || passingCodes.test(code)
}

/** Why a transaction was cancelled, each cause once, conditions that did not hold aside; nothing for other errors. */
export function causesOf(error: unknown): string[] {
  const reasons = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : []
  const codes = new Set(reasons.map(({ Code = 'None' }) => Code))
  return [...codes].filter((code) => code !== 'None' && code !== 'ConditionalCheckFailed')
}
