/** A field of a request that was refused, and why. `loc` is the field's path: `['body', 'rx_information', 0, 'rx_number']`. */
export interface FieldProblem {
  loc: readonly (string | number)[]
  msg: string
}

/** A field of a delivery that was changed after the caller had read the delivery. */
export interface ChangedField {
  field: string
  from: string | null
  to: string | null
}

interface Failure {
  /** The HTTP status; 0 if there was no response, and in a BrowserError. */
  status: number
  /** The message for the user, usually the server's; '' if the server sent none. */
  detail: string
  problems?: readonly FieldProblem[]
  /** Present when the caller's version of a delivery was stale. */
  changes?: readonly ChangedField[]
  /** The plain-text body of a response that came from a proxy or gateway instead of the server. */
  raw?: string
  retryAfterSeconds?: number | undefined
}

/** A call to the API that failed. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly status: number
  readonly detail: string
  readonly problems: readonly FieldProblem[]
  /** The changes to a delivery since the caller's version. Undefined unless the server refused this version as stale. */
  readonly changes: readonly ChangedField[] | undefined
  readonly raw: string
  readonly retryAfterSeconds: number | undefined
  /** True if there was no response or a 5xx, so that the server may have carried out the call nevertheless. */
  readonly isUnanswered: boolean

  constructor(
    { status, detail, problems = [], changes, raw = '', retryAfterSeconds }: Failure,
    options?: ErrorOptions,
  ) {
    super(detail || `The server returned ${status}`, options)
    this.status = status
    this.detail = detail
    this.problems = problems
    this.changes = changes
    this.raw = raw
    this.retryAfterSeconds = retryAfterSeconds
    this.isUnanswered = status === 0 || status >= 500
  }
}

/** The message when the server could not be reached. */
export const unreachableText = 'Network error. Check your connection and try again.'

/** Returns the message of a failed call, or `fallback` if `error` is no CallError or has no message. */
export const errorDetail = (error: unknown, fallback: string) =>
  (error instanceof CallError && error.detail) || fallback

/** Returns `text`. If the server refused the record's state (409) or a value (422), its reason follows after a colon. */
export const withRefusalReason = (text: string, { status, detail }: Pick<CallError, 'status' | 'detail'>) =>
  (status === 409 || status === 422) && detail ? `${text}: ${detail}` : text

/** Turns a 409 into a problem of `field`, so that a form shows the message there. Returns other errors unchanged. */
export function conflictAsFieldProblem(field: string, error: unknown): unknown {
  if (!(error instanceof CallError) || error.status !== 409) return error
  const { status, detail } = error
  return new CallError({ status, detail, problems: [{ loc: ['body', field], msg: detail }] }, { cause: error })
}
