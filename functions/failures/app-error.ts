import type { EventSubject } from '#shared/model/activity.ts'

interface FieldProblem {
  loc: readonly (string | number)[]
  msg: string
  type: string
}

export type ErrorCode =
  | 'unusable'
  | 'unauthenticated'
  | 'forbidden'
  /** Unlike `forbidden`, this is not recorded as a denial, because the caller may go on after proving their identity. */
  | 'unconfirmed'
  | 'notFound'
  | 'conflict'
  | 'tooLarge'
  | 'wrongMediaType'
  | 'invalid'
  | 'tooMany'
  | 'unavailable'

/**
 * The error by which an operation refuses a request. The pipeline turns it into the response, whose status belongs to the code. Any
 * other error becomes a 503 if it is a temporary failure, and otherwise a 500.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly detail: string | readonly FieldProblem[]
  /** After how many seconds the caller should try again. */
  readonly retryAfterSeconds: number | undefined
  /** Further fields of the response's body, beside `detail`. */
  readonly more: object
  /** The object that the response pretends doesn't exist. The attempt to access it is recorded as an event. */
  readonly hides: EventSubject | undefined

  constructor(
    code: ErrorCode,
    detail: string | readonly FieldProblem[],
    { retryAfterSeconds, more = {}, hides }: { retryAfterSeconds?: number; more?: object; hides?: EventSubject } = {},
  ) {
    super(typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join('; '))
    this.code = code
    this.detail = detail
    this.retryAfterSeconds = retryAfterSeconds
    this.more = more
    this.hides = hides
  }
}

/**
 * Makes a 422 about one field of the body. A nested field is written with dots, such as `change.delivery_date`. For `hides`, see
 * `notFoundError`.
 */
export const invalidFieldError = (field: string, msg: string, hides?: EventSubject) =>
  new AppError('invalid', [{ loc: ['body', ...field.split('.')], msg, type: 'value_error' }], hiding(hides))

/**
 * Makes a 404. `hides` is an object that does exist but must stay hidden from the caller. The attempt to access it is recorded as
 * an event.
 */
export const notFoundError = (subject: string, hides?: EventSubject) =>
  new AppError('notFound', `${subject} not found`, hiding(hides))

const hiding = (hides: EventSubject | undefined) => ({ ...(hides && { hides }) })

export const unknownRouteError = () => new AppError('notFound', 'Not found')

export const unavailableError = () =>
  new AppError('unavailable', 'The service is busy right now. Please try again in a moment.', {
    retryAfterSeconds: 2,
  })
