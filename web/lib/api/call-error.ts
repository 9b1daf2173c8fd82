/** One refused part of a request; `loc` starts with where it was: `['body', 'rx_information', 0, 'rx_number']`. */
export interface Problem {
  loc: readonly (string | number)[]
  msg: string
}

/** What became of a record since the caller saw it. */
export interface Change {
  field: string
  from: string | null
  to: string | null
}

interface Failure {
  /** HTTP status; 0 when no answer came. */
  status: number
  /** The server's words; '' when it had none. */
  detail: string
  problems?: readonly Problem[]
  /** Told of a stale version. */
  changes?: readonly Change[]
  /** The body of an answer in plain text, which comes from something between this page and the server. */
  raw?: string
  retryAfterSeconds?: number | undefined
}

/** A call that did not succeed. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly status: number
  readonly detail: string
  readonly problems: readonly Problem[]
  /** undefined unless the caller's version was stale. */
  readonly changes: readonly Change[] | undefined
  readonly raw: string
  readonly retryAfterSeconds: number | undefined
  /** The server may have carried out the call all the same. */
  readonly isUnanswered: boolean

  constructor(
    { status, detail, problems = [], changes, raw = '', retryAfterSeconds }: Failure,
    options?: ErrorOptions,
  ) {
    super(detail || `The server answered ${status}`, options)
    this.status = status
    this.detail = detail
    this.problems = problems
    this.changes = changes
    this.raw = raw
    this.retryAfterSeconds = retryAfterSeconds
    this.isUnanswered = status === 0 || status >= 500
  }
}

/** Said where the server did not answer at all. */
export const unreachable = 'Network error. Check your connection and try again.'

/** The server's words about `error`, else `fallback`. */
export const detailOf = (error: unknown, fallback: string) => (error instanceof CallError && error.detail) || fallback

/** `text`, followed by the server's reason where the state of the record forbids the call. */
export const withRefusal = (text: string, { status, detail }: Pick<CallError, 'status' | 'detail'>) =>
  status === 409 && detail ? `${text}: ${detail}` : text

/** Turns a 409 into a problem of `field`. Other errors stay as they are. */
export function conflictAt(field: string, error: unknown): unknown {
  if (!(error instanceof CallError) || error.status !== 409) return error
  const { status, detail } = error
  return new CallError({ status, detail, problems: [{ loc: ['body', field], msg: detail }] }, { cause: error })
}
