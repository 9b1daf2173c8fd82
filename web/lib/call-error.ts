/** One refused part of a request; `loc` starts with where it was: `['body', 'rx_information', 0, 'rx_number']`. */
export interface Problem {
  loc: readonly (string | number)[]
  msg: string
}

interface Failure {
  /** HTTP status; 0 when no answer came. */
  status: number
  /** The server's words; '' when it had none. */
  detail: string
  problems?: readonly Problem[]
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
  readonly raw: string
  readonly retryAfterSeconds: number | undefined
  /** The server may have carried out the call all the same. */
  readonly isUnanswered: boolean

  constructor({ status, detail, problems = [], raw = '', retryAfterSeconds }: Failure, options?: ErrorOptions) {
    super(detail || `The server answered ${status}`, options)
    this.status = status
    this.detail = detail
    this.problems = problems
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
